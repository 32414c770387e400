"""Random sessions for the tests."""

from random import Random

import sandtable
from sandtable.core import CHANCE
from sandtable.session import Dice, SeededDice, Session

SEED = "00112233445566778899aabbccddeeff"


def random_session(
    game: str = "toy",
    seed: int = 1,
    decisions: int = 100_000,
    dice: Dice | None = None,
    options: dict[str, object] | None = None,
) -> Session:
    """A game played at random, to its end or for so many decisions of the sides."""
    session = Session(
        sandtable.load(game), options, dice=dice or SeededDice(SEED), players={"red": "Ada", "blue": "Grace"}
    )
    rng = Random(seed)
    for _ in range(decisions):
        if session.actor in (None, CHANCE):
            break
        session.play(str(session.state.sample(rng.randrange)))
    return session
