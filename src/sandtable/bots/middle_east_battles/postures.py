"""The ways to fight in Middle East Battles. A posture is a manner, other weights, and a sentence."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

from sandtable.bots.base import Bot, Posture, always
from sandtable.core import Game
from sandtable.games.middle_east_battles.state import BattleState

from .convoy import Convoy
from .manners import USUAL, Manner, NoStorm, Runners, Usual
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
    def make(game: Game[BattleState], side: str, rng: Random) -> Bot[BattleState]:
        bot = Greedy(game, side, rng, manner)
        bot.weights = replace(bot.weights, **change)  # type: ignore[arg-type]
        return bot

    return Posture(name, side, purpose, make, fits)


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


SUEZ_SET_UPS, EL_ARISH_SET_UPS = set_ups("suez-56"), set_ups("el-arish-67")
DEAR = 7.5
"""What a further turn really gives Egypt, as games between the anchors show; the anchor itself believes in less."""
SUEZ = (
    posture("landing", "anglo-french", "Bridges, exits and the city, as they promise most."),
    posture(
        "on-time",
        "anglo-french",
        "On time: bridges, exits and the city, and the battle is stopped on turn 6 unless it is lost.",
        pressure=DEAR,
        exit_pull=9.0,
        haste=4.0,
    ),
    posture(
        "convoy",
        "anglo-french",
        "Convoy: paratroops come down on both sides of the garrisons outside the city, so that none escapes; the tanks of the "
        "first landing drive straight off the map, and the city is left alone.",
        Convoy(),
        pressure=6.2,
        swing=2.0,
        exit_pull=14.0,
        haste=5.0,
    ),
    posture(
        "careful",
        "anglo-french",
        "Careful: no fight that promises less than it may cost.",
        threshold=0.6,
        dare=0.5,
        care=0.6,
        pressure=DEAR,
    ),
    posture("exits", "anglo-french", "The exit race: off the map while it pays double.", exit_pull=10.0, pressure=DEAR),
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
    posture("storm", "israel", "Every hex as it promises most."),
    posture(
        "bypass",
        "israel",
        "Yoffe marches through and off the map; no fort is stormed that is no objective.",
        Runners(("Yoffe",)),
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
    posture("barrage", "israel", "Every hex as it promises most, and every gun in range fires.", enough=0.01),
    posture(
        "last-train",
        "israel",
        "Bypass, and from turn 6 on everybody who holds no objective leaves the map.",
        Runners(("Yoffe",), everybody_from=6),
        pinned=6.0,
    ),
    posture("careful", "israel", "Careful: fewer and better fights.", threshold=0.8, dare=0.6),
    posture("defend", "egypt", "The works and the objectives, strike where it pays."),
    *EL_ARISH_SET_UPS,
    posture("turtle", "egypt", "The works are held and nobody goes out.", threshold=9.0, contact=2.0),
    posture("bold", "egypt", "Strike wherever it pays a little.", threshold=0.05, contact=0.2),
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


def near(side: str, manners: tuple[Manner, ...], rng: Random) -> Posture[BattleState]:
    """A posture with weights drawn round the usual ones."""
    factors = {
        name: rng.choice((0.5, 0.8, 1.25, 2.0)) for name in ("threshold", "care", "dare", "contact", "exit_pull")
    }
    manner = rng.choice(manners)

    def make(game: Game[BattleState], side: str, rng: Random) -> Bot[BattleState]:
        bot = Greedy(game, side, rng, manner)
        drawn = {k: f * getattr(bot.weights, k) for k, f in factors.items()}
        bot.weights = replace(bot.weights, pressure=DEAR, **drawn)
        return bot

    return Posture(f"variation-{rng.getrandbits(32):08x}", side, "A plan found by trying.", make)


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


def suez_vary(side: str, rng: Random) -> Posture[BattleState]:
    return near(side, (USUAL,), rng)


def el_arish_vary(side: str, rng: Random) -> Posture[BattleState]:
    return near(side, (USUAL, NoStorm(), Runners(("Yoffe",))) if side == "israel" else (USUAL,), rng)


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
