"""The ways to fight in Across Suez. A posture is a mood of the one tactician, and a sentence."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

from sandtable.bots.base import Bot, Posture, always
from sandtable.core import Game
from sandtable.games.across_suez.canal import units_across
from sandtable.games.across_suez.game import AcrossSuez
from sandtable.games.across_suez.reinforcements import waiting
from sandtable.games.across_suez.state import SuezState
from sandtable.games.across_suez.victory import UNITS_ACROSS

from .lessons import ADDED, FACTORS, Lesson, read_lessons, strayed
from .mood import GREEDY, Mood
from .tactics import Greedy

Maker = Callable[[Game[SuezState], str, Random], Bot[SuezState]]


def posture(
    name: str, side: str, purpose: str, mood: Mood, fits: Callable[[SuezState], bool] = always, instead: str = ""
) -> Posture[SuezState]:
    def make(game: Game[SuezState], side: str, rng: Random) -> Bot[SuezState]:
        return Greedy(game, side, rng, mood)

    def light(game: Game[SuezState], side: str, rng: Random) -> Bot[SuezState]:
        return Greedy(game, side, rng, replace(mood, light=True))

    return Posture(name, side, purpose, make, fits, light, bool(instead), instead=instead)


# when ---------------------------------------------------------------------------------------------------------------
def early(s: SuezState) -> bool:
    return bool(s.turn <= 4)


def closing(s: SuezState) -> bool:
    return bool(s.turn >= s.game.last_turn - 1)


def not_closing(s: SuezState) -> bool:
    return not closing(s)


def no_bridge(s: SuezState) -> bool:
    return not s.bridge_in_place()


def plugged(s: SuezState) -> bool:
    """Does an Egyptian stand in Matzmed?"""
    return bool(s.hexes_of("egypt") >> s.game.matzmed & 1)


AMBUSH = 5
"""The turn before Israel screens."""


def ambush_due(s: SuezState) -> bool:
    return s.turn <= AMBUSH and reserves_due(s)


def reserves_due(s: SuezState) -> bool:
    """Is anybody still off the map who could come in now, before the strike?"""
    return s.turn < strike_turn(s.game) and bool(waiting(s, "egypt"))


def strike_turn(game: AcrossSuez) -> int:
    """The last turn on which the reserves still reach the line: where night halves movement it is the day before."""
    return int(game.last_turn) - (1 if game.edition.night_halves_movement else 0)


def reserves_until(turn: int) -> tuple[tuple[str, int], ...]:
    return (("23", turn), ("25", turn))


def hoard(turn: int) -> Mood:
    """Keep the reserves off the map and the army alive until the strike."""
    return Mood(safety=3.0, until=turn - 1, reserves=reserves_until(turn), cut=1.5)


NIGHT_MARCH = (("Baram-4", 4),)
"""The bridge comes in on turn 4: by night nobody bombards it, and it has one day's march left to Matzmed."""
ISRAEL = (
    posture("pocket", "israel", "Pocket battle: whoever stands between the roads is attacked.", GREEDY, not_closing),
    posture(
        "screen",
        "israel",
        "Screen: the line is garrisoned and the entries corked against Egypt's last move.",
        Mood(closed=(2.0, 0.4), screen=True),
        closing,
    ),
    posture(
        "schedule",
        "israel",
        "On schedule: six across, the bridge in company, a line that holds.",
        Mood(closed=(2.0, 0.4), hurry=3.0, care=3.0, screen=True),
    ),
    posture(
        "siege",
        "israel",
        "Siege: the Egyptian in Matzmed is surrounded and destroyed before all else.",
        Mood(siege=2.0, closed=(2.0, 0.4), screen=True),
        plugged,
    ),
    posture(
        "ferry",
        "israel",
        "Ferry pace: two across on every turn, each adds a supported attack.",
        Mood(ferry=3.0, closed=(2.0, 0.4), screen=True),
        not_closing,
    ),
    posture(
        "careful",
        "israel",
        "Careful: no unit within reach of a superior enemy before he is spent.",
        Mood(safety=3.0, closed=(2.0, 0.4), screen=True),
    ),
    posture(
        "fist",
        "israel",
        "Fist: the army closes up to Matzmed and attacks; the bridge follows by night.",
        Mood(safety=0.5, attacks=1.5, gather=0.1, closed=(2.0, 0.4), screen=True, reserves=NIGHT_MARCH),
    ),
    posture(
        "convoy",
        "israel",
        "Convoy: the army closes up to Matzmed, the bridge follows by night.",
        Mood(gather=0.05, closed=(2.0, 0.4), screen=True, reserves=NIGHT_MARCH),
    ),
    posture(
        "bold",
        "israel",
        "Bold: every attack that pays, whatever it exposes.",
        Mood(safety=0.5, attacks=1.5, closed=(2.0, 0.4), screen=True),
    ),
)
EGYPT = (
    posture("enter", "egypt", "Reinforcements enter at once, down the roads into the pocket.", GREEDY),
    posture(
        "hoard-7",
        "egypt",
        "Hoard: the reserves stay off the map to strike on the last turn.",
        hoard(7),
        reserves_due,
        instead="ambush",
    ),
    posture(
        "hoard-6",
        "egypt",
        "Hoard: the reserves stay off the map to strike on turn 6.",
        hoard(6),
        reserves_due,
        instead="enter",
    ),
    posture(
        "ambush",
        "egypt",
        "Ambush: the reserves stay off the map to turn 5 and enter just before Israel can screen.",
        hoard(AMBUSH),
        ambush_due,
    ),
    posture(
        "half", "egypt", "The 23rd enters, the 25th waits for the last turn.", Mood(reserves=(("25", 7),)), reserves_due
    ),
    posture(
        "plug",
        "egypt",
        "Plug: a unit in Matzmed, its neighbours filled: no crossing and no bridge.",
        Mood(plug=5.0),
        no_bridge,
    ),
    posture("hunt", "egypt", "Hunt the bridge: everybody towards it and towards Matzmed.", Mood(hunt=1.0), early),
    posture("careful", "egypt", "Careful: keep the army alive for the last turns.", Mood(safety=3.0), early),
    posture("bold", "egypt", "Bold: attack wherever it pays.", Mood(safety=0.4, attacks=1.5)),
    posture(
        "cut", "egypt", "The last cut: nothing has a price any more but the line.", Mood(safety=0.3, cut=1.5), closing
    ),
)
POSTURES = ISRAEL + EGYPT
EXPLOITERS = (
    posture(
        "hoarder-7",
        "egypt",
        "Keeps every reinforcement off the map to turn 7, then strikes.",
        Mood(reserves=reserves_until(7)),
    ),
    posture(
        "hoarder-6",
        "egypt",
        "Keeps every reinforcement off the map to turn 6, then strikes.",
        Mood(reserves=reserves_until(6)),
    ),
    posture(
        "turtle",
        "egypt",
        "Saves what is on the map and the reserves, strikes on turn 6.",
        Mood(safety=6.0, attacks=0.5, until=5, reserves=reserves_until(6)),
    ),
    posture("bridge-hunter", "egypt", "Everything at the bridge and Matzmed.", Mood(hunt=1.0)),
    posture("plugger", "egypt", "Plugs Matzmed and surrounds the plug.", Mood(plug=5.0)),
    posture("rusher", "egypt", "Attacks without a thought of safety.", Mood(safety=0.1, attacks=2.0)),
    posture("turtle", "israel", "Keeps out of reach until turn 4.", Mood(safety=6.0, attacks=0.5, until=3)),
    posture("rusher", "israel", "Attacks without a thought of safety.", Mood(safety=0.1, attacks=2.0)),
    posture("ferryman", "israel", "Crosses as early as it can.", Mood(hurry=3.0)),
    posture(
        "late-screen",
        "israel",
        "Plays like the anchor, then screens the last two turns.",
        Mood(closed=(2.0, 0.4), screen=True),
    ),
)


def vary(side: str, rng: Random) -> Posture[SuezState]:
    """A mood somewhere between those above, with whims of its own."""
    boldness, safety = rng.choice((0.7, 1.0, 1.0, 1.4)), rng.choice((0.5, 1.0, 1.0, 2.0))
    whims = rng.choice((0.3, 0.6, 1.0))
    if side == "israel":
        mood = Mood(safety, boldness, closed=(2.0, 0.4), screen=True, siege=rng.choice((0.0, 1.0)), wander=whims)
        mood = replace(mood, gather=rng.choice((0.0, 0.05, 0.1)), reserves=rng.choice(((), NIGHT_MARCH, NIGHT_MARCH)))
    else:
        mood = Mood(safety, boldness, wander=whims, cut=1.5)
    return posture(f"variation-{rng.getrandbits(32):08x}", side, "A plan found by trying.", mood)


def near(usual: Posture[SuezState], rng: Random) -> Posture[SuezState]:
    """The same posture with every weight a little more or less."""
    by = {name: STRAY * rng.gauss(0.0, 1.0) for name in (*FACTORS, *ADDED)}
    name = f"{usual.name}-{rng.getrandbits(32):08x}"
    return moody(replace(usual, name=name), lambda mood: strayed(mood, by))


STRAY = 0.7
"""How many steps a weight strays in a plan drawn near another."""


def practised(edition: str) -> Callable[[SuezState, Posture[SuezState]], Posture[SuezState]]:
    """Postures as they were found to win most in this edition."""
    return lambda s, usual: lectured(read_lessons(edition), s, usual)


def lectured(lessons: Sequence[Lesson], s: SuezState, usual: Posture[SuezState]) -> Posture[SuezState]:
    """The same posture with the weights that the lesson for this turn gives it."""
    found = next((x for x in lessons if x.side == usual.side and s.turn <= x.until), None)
    if found is None:
        return usual
    by, name = found.by, f"{usual.name} to {found.until}"
    return moody(replace(usual, name=name, settled=found.until == 1), lambda mood: strayed(mood, by))


WHIM = 0.15
"""How much hexes matter more or less in the first turn of a game than they seem to."""


def moody(usual: Posture[SuezState], change: Callable[[Mood], Mood]) -> Posture[SuezState]:
    """The same posture in another mood."""

    def changed(make: Maker) -> Maker:
        def made(game: Game[SuezState], side: str, rng: Random) -> Bot[SuezState]:
            bot = make(game, side, rng)
            assert isinstance(bot, Greedy)
            bot.mood = change(bot.mood)
            return bot

        return made

    return replace(usual, make=changed(usual.make), light=changed(usual.light or usual.make))


def opening(usual: Posture[SuezState], _rng: Random) -> Posture[SuezState]:
    """The same posture with a whim, so that no two games open alike; for Egypt only: of Israel it cost games."""
    return usual if usual.side == "israel" else moody(usual, lambda mood: replace(mood, wander=WHIM))


def bold(usual: Posture[SuezState]) -> Posture[SuezState]:
    return moody(usual, lambda mood: replace(mood, safety=0.6 * mood.safety, attacks=1.3 * mood.attacks))


def cautious(usual: Posture[SuezState]) -> Posture[SuezState]:
    return moody(usual, lambda mood: replace(mood, safety=1.6 * mood.safety, attacks=0.85 * mood.attacks))


def entered(s: SuezState) -> bool:
    """Has any of Egypt's reserves come in?"""
    off = s.game.box("reinforcements")
    return any(s.game.arrival[u] and s.loc[u] != off for u in s.game.units_of["egypt"])


def only_the_line_is_left(s: SuezState) -> bool:
    """Has Israel its six across and the bridge in Matzmed? Then hardly anything that enters by day lives to cut the line."""
    return s.bridge_in_place() and units_across(s) >= UNITS_ACROSS


def doctrine(s: SuezState, side: str) -> str:
    """What the rule of thumb says. Egypt keeps its reserves off the map; on turn 5 they enter all the same unless Israel has
    nothing left to do but to hold the line: only then they wait for the last turn that they reach it (and in one game of
    ten, drawn by lot, not even then, so that no screen can count on it). Where night halves movement they wait in any
    case. Israel closes up to Matzmed and screens at the end; where night halves movement it must attack sooner."""
    game, slow = s.game, s.game.edition.night_halves_movement
    if side == "israel":
        return "screen" if s.turn == game.last_turn else "fist" if slow else "convoy"
    if reserves_due(s) and not entered(s):
        waits = slow or s.turn < AMBUSH or only_the_line_is_left(s)
        return f"hoard-{strike_turn(game)}" if waits else "ambush"
    return "cut" if s.turn == game.last_turn else "enter"
