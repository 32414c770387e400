"""The ways to fight in Middle East Battles. A posture is a manner, other weights, and a sentence."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

from sandtable.bots.base import Bot, Posture, always
from sandtable.core import Game
from sandtable.games.middle_east_battles.beaches import EARLIEST_LANDING
from sandtable.games.middle_east_battles.last_turn import StopOrGoOn, WriteLastTurn
from sandtable.games.middle_east_battles.state import BattleState

from .convoy import Convoy
from .manners import USUAL, Manner, Runners, Usual
from .siege import Siege
from .tactics import Greedy


def posture(
    name: str,
    side: str,
    purpose: str,
    manner: Manner = USUAL,
    fits: Callable[[BattleState], bool] = always,
    **change: float,
) -> Posture[BattleState]:
    """A posture of the one tactician: whose manner, when, and which weights are others."""

    def make(game: Game[BattleState], side: str, rng: Random) -> Greedy:
        bot = Greedy(game, side, rng, manner)
        bot.weights = replace(bot.weights, **change)  # type: ignore[arg-type]
        return bot

    def light(game: Game[BattleState], side: str, rng: Random) -> Bot[BattleState]:
        bot = make(game, side, rng)
        bot.weights = replace(bot.weights, width=LIGHT_WIDTH)
        return bot

    return Posture(name, side, purpose, make, fits, light)


def setting_up(s: BattleState) -> bool:
    return s.game.phase(s) == "set-up"


def set_ups(title: str) -> tuple[Posture[BattleState], ...]:
    """The Egyptian set-ups of a battle that were found by trying."""
    text = Path(__file__).with_name("stations.toml").read_text(encoding="utf-8")
    found = tomllib.loads(text).get(title, {})
    return tuple(
        posture(name, "egypt", block["purpose"], Usual({k: v for k, v in block.items() if k != "purpose"}), setting_up)
        for name, block in found.items()
    )


def stopping(s: BattleState) -> bool:
    """[9.2] Is it the moment to stop, or to write down the last turn?"""
    return isinstance(s.choice, StopOrGoOn | WriteLastTurn)


def ashore(s: BattleState) -> bool:
    return bool(s.turn >= EARLIEST_LANDING)


def early(s: BattleState) -> bool:
    return bool(s.turn < LATE)


def closing(s: BattleState) -> bool:
    return bool(s.turn >= LATE)


SUEZ_SET_UPS, EL_ARISH_SET_UPS = set_ups("suez-56"), set_ups("el-arish-67")
LIGHT_WIDTH = 3
"""The patterns of a landing that a posture follows up in trials."""
LATE = 8
"""[10.11] The turn of El Arish '67 from which on Egypt asks itself whether to withdraw."""
DEAR = 7.5
"""What a further turn really gives Egypt, as games between the anchors show; the anchor itself believes in less."""


def convoy(
    name: str, purpose: str, fits: Callable[[BattleState], bool] = always, further: int = -1
) -> Posture[BattleState]:
    return posture(
        name,
        "anglo-french",
        purpose,
        Convoy(),
        fits,
        pressure=6.2,
        swing=2.0,
        exit_pull=14.0,
        haste=5.0,
        verge=0.25,
        further=further,
    )


def stop_after(turns: int) -> Posture[BattleState]:
    """[9.2] The convoy, and the end of the battle so many turns after the sixth."""
    return convoy(f"stop-{6 + turns}", f"The battle ends on turn {6 + turns}.", stopping, turns)


SUEZ = (
    posture("landing", "anglo-french", "Bridges, exits and the city, as they promise most."),
    posture(
        "on-time",
        "anglo-french",
        "On time: bridges, exits and the city, and the battle is stopped on turn 6 unless it is lost.",
        fits=ashore,
        pressure=DEAR,
        exit_pull=9.0,
        haste=4.0,
    ),
    convoy(
        "convoy",
        "Convoy: paratroops come down on both sides of the garrisons outside the city, so that none escapes; the tanks of the "
        "first landing drive straight off the map, and the city is left alone.",
    ),
    *(stop_after(n) for n in range(4)),
    posture(
        "careful",
        "anglo-french",
        "Careful: no fight that promises less than it may cost.",
        fits=ashore,
        threshold=0.6,
        dare=0.5,
        care=0.6,
        pressure=DEAR,
    ),
    posture(
        "exits",
        "anglo-french",
        "The exit race: off the map while it pays double.",
        fits=ashore,
        exit_pull=10.0,
        pressure=DEAR,
    ),
    posture("defend", "egypt", "Objectives and city, strike where it pays."),
    *SUEZ_SET_UPS,
    posture(
        "city-bound",
        "egypt",
        "Nobody goes out to fight: city and objectives are held.",
        threshold=1.5,
        contact=2.0,
        city=4.0,
    ),
    posture("bold", "egypt", "Strike at everything that lands.", threshold=0.05, contact=0.2, dare=0.1),
    posture("turtle", "egypt", "Nobody moves out of the works.", threshold=9.0, contact=3.0, city=3.0, care=0.6),
)
EL_ARISH = (
    posture("storm", "israel", "Every hex as it promises most.", fits=early),
    posture(
        "bypass",
        "israel",
        "Yoffe marches through and off the map; no fort is stormed that is no objective.",
        Runners(("Yoffe",)),
        early,
        pinned=6.0,
    ),
    posture(
        "siege",
        "israel",
        "Siege: guns and aircraft drive the enemy out, units two hexes off close his ways back; no works are stormed that are "
        "no objective, and from turn 5 on whoever is not needed leaves the map.",
        Siege(),
        pinned=6.0,
        enough=0.01,
    ),
    posture(
        "barrage", "israel", "Every hex as it promises most, and every gun in range fires.", fits=early, enough=0.01
    ),
    posture(
        "last-train",
        "israel",
        "Bypass, and from turn 6 on everybody who holds no objective leaves the map.",
        Runners(("Yoffe",), everybody_from=6),
        early,
        pinned=6.0,
    ),
    posture("careful", "israel", "Careful: fewer and better fights.", fits=early, threshold=0.8, dare=0.6),
    posture("defend", "egypt", "The works and the objectives, strike where it pays."),
    *EL_ARISH_SET_UPS,
    posture("turtle", "egypt", "The works are held and nobody goes out.", fits=early, threshold=9.0, contact=2.0),
    posture("withdraw", "egypt", "Withdraw: whoever can still be saved leaves the map.", fits=closing, given_up=9),
    posture("stand-fast", "egypt", "Stand fast: nobody withdraws.", fits=closing, given_up=-1),
    posture("bold", "egypt", "Strike wherever it pays a little.", fits=early, threshold=0.05, contact=0.2),
)
SUEZ_EXPLOITERS = (
    posture("rusher", "anglo-french", "Every fight, whatever it costs.", threshold=0.05, dare=0.0, care=0.0),
    posture("runner", "anglo-french", "Everybody off the map.", exit_pull=30.0, haste=3.0, threshold=2.0),
    posture("shy", "anglo-french", "Hardly ever attacks.", threshold=3.0, care=1.0),
    posture("rusher", "egypt", "Every fight, whatever it costs.", threshold=0.0, dare=0.0, care=0.0, contact=0.0),
    posture("fort-ringer", "egypt", "Nobody leaves works and city.", threshold=9.0, contact=6.0, city=8.0, care=1.0),
)
EL_ARISH_EXPLOITERS = (
    posture("stampede", "israel", "Yoffe and Sharon march off the map at once.", Runners(("Yoffe", "Sharon"), True)),
    posture("runner", "israel", "Everybody marches off the map.", Runners(("Tal", "Yoffe", "Sharon", "202", ""), True)),
    posture("rusher", "israel", "Every fight, whatever it costs.", threshold=0.05, dare=0.0, care=0.0),
    posture("rusher", "egypt", "Every fight, whatever it costs.", threshold=0.0, dare=0.0, care=0.0, contact=0.0),
    posture("fort-ringer", "egypt", "Nobody leaves the works.", threshold=9.0, contact=6.0, works=8.0, care=1.0),
)


WHIMS = (0.3, 0.6, 1.0, 1.5)
"""How much more or less a place and a target may seem worth in a variation."""


def near(usual: Posture[BattleState], rng: Random) -> Posture[BattleState]:
    """A posture with whims, and weights drawn round the usual ones."""
    factors = {name: rng.choice((0.5, 1.0, 1.0, 2.0)) for name in ("threshold", "care", "dare", "contact", "exit_pull")}
    whim, fancy = rng.choice(WHIMS), rng.getrandbits(24)

    def make(game: Game[BattleState], side: str, rng: Random) -> Bot[BattleState]:
        bot = usual.make(game, side, rng)
        assert isinstance(bot, Greedy)
        drawn = {k: f * getattr(bot.weights, k) for k, f in factors.items()}
        bot.weights = replace(bot.weights, whim=whim, fancy=fancy, **drawn)
        return bot

    return replace(usual, name=f"{usual.name}-{fancy:06x}", purpose="A plan found by trying.", make=make)


def weighed(usual: Posture[BattleState], **factors: float) -> Posture[BattleState]:
    """The same posture with some weights multiplied."""

    def make(game: Game[BattleState], side: str, rng: Random) -> Bot[BattleState]:
        bot = usual.make(game, side, rng)
        assert isinstance(bot, Greedy)
        changed = {name: factor * getattr(bot.weights, name) for name, factor in factors.items()}
        bot.weights = replace(bot.weights, **changed)
        return bot

    return replace(usual, make=make)


def bold(usual: Posture[BattleState]) -> Posture[BattleState]:
    return weighed(usual, threshold=0.6, dare=0.6, care=0.6, contact=0.6)


def cautious(usual: Posture[BattleState]) -> Posture[BattleState]:
    return weighed(usual, threshold=1.5, dare=1.5, care=1.5, contact=1.5)


def vary(
    postures: tuple[Posture[BattleState], ...], names: tuple[str, ...]
) -> Callable[[str, Random], Posture[BattleState]]:
    """Variations of the postures that the rule of thumb names."""
    usual = {p.side: p for p in postures if p.name in names}
    return lambda side, rng: near(usual[side], rng)


suez_vary = vary(SUEZ, ("convoy", "defend"))
el_arish_vary = vary(EL_ARISH, ("siege", "defend"))


def opening(usual: Posture[BattleState], rng: Random) -> Posture[BattleState]:
    """Where the rule of thumb names a set-up that was found by trying, one of those of the battle is drawn by lot."""
    for found in SUEZ_SET_UPS, EL_ARISH_SET_UPS:
        if usual.name in {p.name for p in found}:
            return rng.choice(found)
    return usual


def suez_doctrine(s: BattleState, side: str) -> str:
    if side == s.game.west:
        return "convoy"
    return "stand-off" if setting_up(s) else "defend"


def el_arish_doctrine(s: BattleState, side: str) -> str:
    if side == s.game.west:
        return "siege"
    return "zuweid" if setting_up(s) else "defend"
