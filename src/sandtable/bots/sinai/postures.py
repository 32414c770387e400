"""The ways to fight in Sinai, by war. A posture is a manner of the one tactician, and a sentence."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from sandtable.bots.base import Bot, Posture, always
from sandtable.core import Game, bits
from sandtable.games.sinai.state import ARAB, ISRAEL, SinaiState

from .delays import Delay, Temper
from .manners import (
    USUAL,
    Contain,
    Cross,
    Drive,
    Emphasis,
    Flood,
    Guard,
    Hunter,
    Line,
    Manner,
    Rusher,
    Sleeper,
    Steady,
    Taker,
    Turtle,
)
from .posts import Gulf, NorthPass
from .strokes import Stroke
from .tactics import Greedy


def posture(
    name: str, side: str, purpose: str, manner: Manner = USUAL, fits: Callable[[SinaiState], bool] = always
) -> Posture[SinaiState]:
    def make(game: Game[SinaiState], side: str, rng: Random) -> Bot[SinaiState]:
        return Greedy(game, side, rng, manner)

    return Posture(name, side, purpose, make, fits)


def for_land(s: SinaiState) -> bool:
    """The wars that are decided by land, 1973 and most of the mid-1970s."""
    return bool(s.game.rules.victory == "points_1973")


def for_goals(s: SinaiState) -> bool:
    return bool(s.game.rules.victory == "goals_1967")


def for_the_passes(s: SinaiState) -> bool:
    return s.game.rules.victory == "goals_1956"


def for_the_race(s: SinaiState) -> bool:
    return bool(s.game.rules.victory == "goals_race")


def for_goal_a(s: SinaiState) -> bool:
    return for_the_passes(s) and not s.goals[0]


def elsewhere(s: SinaiState) -> bool:
    """Neither in a war for land nor in 1967, whose plans have variations of their own."""
    return not for_land(s) and not for_goals(s)


POSTURES = (
    posture("advance", ISRAEL, "Straight for the aims of the scenario."),
    posture(
        "contain",
        ISRAEL,
        "Contain: nobody crosses the Canal while that would hand the Arabs the ceasefire.",
        Contain(),
        for_land,
    ),
    posture(
        "counter-stroke",
        ISRAEL,
        "Counter-stroke: hold, gather where the Egyptian line ends, go over the Canal all at once; before the war may end, "
        "everybody where it counts.",
        Stroke(),
        for_land,
    ),
    posture(
        "race",
        ISRAEL,
        "Race for the Canal: nobody stops for what can be passed.",
        Emphasis(0.4, goal_A=1.5),
        for_goal_a,
    ),
    posture("clear", ISRAEL, "Clear the way first: every stack on it is fought.", Emphasis(2.0), elsewhere),
    posture("syria", ISRAEL, "Syria first.", Emphasis(1.0, goal_B=1.6, Syria=1.6), elsewhere),
    posture(
        "guard",
        ISRAEL,
        "Straight for the passes, but no settlement is lost on the way: two points decide.",
        Guard(6.0, 6.0, riders=2),
        for_the_passes,
    ),
    posture(
        "pass-by",
        ISRAEL,
        "Egypt's army comes to meet us: past it to the passes it has left; settlements are held, nobody is chased.",
        Guard(0.0, 6.0, riders=2),
        for_the_passes,
    ),
    posture(
        "three-goals",
        ISRAEL,
        "Canal, Syria and the West Bank at once, past zones on the way; no settlement is left to the enemy.",
        Drive(),
        for_goals,
    ),
    posture("take-it", ISRAEL, "A ceasefire as soon as it would be a victory.", Taker(), for_the_race),
    posture("hold", ARAB, "Every unit where it denies or takes most."),
    posture(
        "steady",
        ARAB,
        "Every unit where it denies or takes most; missiles behind the army, Jordan waits.",
        Steady(),
        elsewhere,
    ),
    posture("ceasefire", ARAB, "Ask for the ceasefire while ahead.", Hunter(), for_land),
    posture("flood", ARAB, "Over the Sinai: land counts five, a brigade one.", Flood(), for_land),
    posture("line", ARAB, "A line on the east bank under the missiles.", Line(), for_land),
    posture(
        "gulf",
        ARAB,
        "Cross in the south: a gate from the Canal to the Mitla Pass under the missiles, the Gulf coast behind it, a guard "
        "on the west bank.",
        Gulf(),
        for_land,
    ),
    posture("take-it", ARAB, "A ceasefire as soon as it would be a victory.", Taker(), for_the_race),
    posture("strike", ARAB, "Strike at everything in reach.", Emphasis(2.0), elsewhere),
    posture("hold-back", ARAB, "No fight that is not forced.", Emphasis(0.3), elsewhere),
    posture(
        "north-pass", ARAB, "The best of Egypt's army on one pass, the rest behind it.", NorthPass(), for_the_passes
    ),
    posture("delay", ARAB, "A brigade before every column: its zone ends the enemy's move.", Delay(), for_goals),
)


def vary(side: str, rng: Random) -> Posture[SinaiState]:
    """A way to fight the war of 1967 near those above."""
    name, purpose = f"variation-{rng.getrandbits(32):08x}", "A plan found by trying."
    if side == ISRAEL:
        relief, watch, kills = rng.choice((1.0, 3.0, 5.0)), rng.choice((0.0, 4.0, 7.0)), rng.choice((0.5, 1.0, 3.0))
        return posture(name, side, purpose, Drive(relief, watch, kills, rng.choice((0.6, 1.0, 2.0))))
    temper = Temper(
        kills=rng.choice((1.0, 3.0, 6.0)),
        kills_east=rng.choice((1.0, 3.0, 5.0, 8.0)),
        blows=rng.choice((0.3, 1.0, 1.6)),
        blows_east=rng.choice((0.3, 1.0, 1.6)),
        half=rng.choice((6.0, 12.0)),
        plug=rng.choice((0, 0, 0, 1, 3)),
        fords=rng.random() < 0.7,
    )
    return posture(name, side, purpose, Delay(temper))


def opening(usual: Posture[SinaiState], rng: Random) -> Posture[SinaiState]:
    """1967 begins with the same units in the same hexes: how Israel opens is drawn by lot."""
    if usual.name != "three-goals":
        return usual
    return posture(usual.name, usual.side, usual.purpose, Drive(canal=rng.choice((1.3, 1.5))))


EXPLOITERS = (
    posture("turtle", ISRAEL, "Never moves.", Turtle()),
    posture("never-cross", ISRAEL, "Never crosses the Canal before a ceasefire would do.", Contain()),
    posture("raider", ISRAEL, "Over the Canal at once.", Cross()),
    posture("rusher", ISRAEL, "Everywhere nearer to the enemy.", Rusher()),
    posture("sleeper", ARAB, "Does nothing from turn 3 on.", Sleeper()),
    posture("ceasefire-hunter", ARAB, "Asks whenever it may and is ahead.", Hunter()),
    posture("flooder", ARAB, "Spreads over the Sinai whatever it risks.", Flood()),
    posture("rusher", ARAB, "Everywhere nearer to the enemy.", Rusher()),
)


PLANS = {
    ISRAEL: {
        "points_1973": "counter-stroke",
        "goals_1956": "guard",
        "goals_1967": "three-goals",
        "goals_race": "take-it",
    },
    ARAB: {"points_1973": "gulf", "goals_1956": "north-pass", "goals_1967": "delay", "goals_race": "take-it"},
}
AT_THE_CANAL = 7
"""The last column of hexes of the Canal and of the northern passes."""
USUALLY = {ISRAEL: "advance", ARAB: "steady"}


def comes(s: SinaiState) -> bool:
    """[23.19] Has Egypt's army of 1956 left the Canal and the passes to attack?"""
    game = s.game
    army = (u for u in bits(game.of_front["egypt"] & game.mechanized) if s.loc[u] > 0 and game.strength[u])
    gone = [int(game.hex_name(s.loc[u])[:2]) > AT_THE_CANAL for u in army]
    left = len(gone) - sum(gone)
    return left < 2 and left < sum(gone)


def doctrine(s: SinaiState, side: str) -> str:
    """A plan for each way to win; elsewhere Israel goes straight for its aims, and the Arabs hold, steadily."""
    if side == ISRAEL and for_the_passes(s) and comes(s):
        return "pass-by"
    return PLANS[side].get(s.game.rules.victory, USUALLY[side])
