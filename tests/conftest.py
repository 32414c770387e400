"""What holds for every test."""

import gc


def pytest_collection_finish() -> None:
    """Eight thousand tests are no garbage: nobody looks through them again. (A server looks through all there is when it starts.)"""
    gc.collect()
    gc.freeze()
