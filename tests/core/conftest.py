"""Property tests here are no races: on a busy machine a case may take long."""

from hypothesis import settings

settings.register_profile("no race", deadline=None)
settings.load_profile("no race")
