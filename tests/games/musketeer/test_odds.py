"""The odds of whole attacks against a twin that plays the real combat with every die, by the policy the notes state."""

from __future__ import annotations

import itertools
from collections import defaultdict
from random import Random
from typing import Any

import pytest

import sandtable
from sandtable.core import CHANCE, bits
from sandtable.games.musketeer.odds import Odds, as_known, attack_forecast

from .table import BOOK, fighting, play


def decide(s: Any) -> str:
    """The stated policy."""
    game, kind = s.game, type(s.choice).__name__
    match kind:
        case "CloseAirSupport":
            return "support 0"
        case "SpecialForces":
            return "decline"
        case "Stand":
            return "stand"
        case "Aim":
            stacks = s.stacks()
            best = max(stacks, key=lambda h: (sum(s.combat(u) for u in stacks[h]), -h))
            return f"aim {game.hex_name(best)}"
        case "ChooseFire":
            units = [game.unit(a.args[0]) for a in s.options()]
            return f"fire {game.name_of(max(units, key=lambda u: (s.combat(u), -u)))}"
        case "ChooseLoss":
            units = [game.unit(a.args[0]) for a in s.options()]
            return f"lose {game.name_of(min(units, key=lambda u: (harm(s, s.choice.code, u), s.combat(u), u)))}"
        case "ChooseSupportLoss":
            return f"lose {game.name_of(s.helper(s.choice.side))}"
        case "Retreat":
            ways = [(str(a), a.args[1].split("-")) for a in s.options()]
            zone = s.zone(game.enemy[s.actor])
            water = game.map

            def hurt(path: list[str]) -> int:
                steps = [game.hex(x) for x in path]
                wet = sum(water.crosses(k, a, b) for k in ("canal", "river") for a, b in itertools.pairwise(steps))
                return wet + sum(zone >> h & 1 for h in steps[1:])

            return min(ways, key=lambda x: (hurt(x[1]), x[1][-1]))[0]
    raise AssertionError(kind)


def harm(s: Any, code: str, u: int) -> int:
    """0: nothing happens, 1: the unit survives, 2: it is eliminated."""
    game = s.game
    one_step = s.disrupted >> u & 1 or not game.two_sided >> u & 1
    if code == "E" or ("D" in code and one_step):
        return 2
    landed = s.assaulting >> u & 1
    stands = game.contingent_of[u] == "egypt" and game.strongholds >> s.loc[u] & 1 and not landed
    if stands:
        return 0 if code == "R" else 1
    return 2 if "R" in code and (landed or not game.movement[u]) else 1


def played_out(s: Any) -> tuple[float, dict[int, float]]:
    """(chance to clear the hex, chance of each unit to die): the real combat, every die."""
    target, side, rest = s.target, s.side, s.agenda[1:]
    defenders = list(s.defenders())
    open_, cleared, lost = [(s.play("confirm"), 1.0)], 0.0, defaultdict(float)
    involved = defenders + list(bits(s.attackers))
    while open_:
        merged: dict[Any, list[Any]] = {}
        for t, p in open_:
            over = len(t.agenda) <= len(rest) or type(t.choice).__name__ == "Pursuit"
            if over:
                cleared += p * (not t.enemies_at(target, side))
                for u in involved:
                    lost[u] += p * (t.loc[u] == t.game.dead)
                continue
            if t.actor == CHANCE:
                following = [(t.play(f"roll {die}"), p / 6) for die in range(1, 7)]
            else:
                following = [(t.play(decide(t)), p)]
            for x, q in following:
                key = (tuple(x.loc), x.disrupted, x.fired, x.cas, x.helpers, x.attackers, x.assaulting, x.aim, x.agenda)
                merged.setdefault(key, [x, 0.0])[1] += q
        open_ = [(x, q) for x, q in merged.values()]
    return cleared, lost


def fight(rng: Random) -> Any:
    """An attack somewhere, everybody known: a few units against a few, with neighbours whose zones bar retreats."""
    game: Any = sandtable.load(BOOK)
    contingent, foe = rng.choice([("anglo-french", "egypt"), ("us", "ussr"), ("israel", "egypt"), ("egypt", "anglo-french"),
                                  ("ussr", "us"), ("anglo-french", "arab-league")])  # fmt: skip
    own, foes = list(bits(game.ground_by[contingent])), list(bits(game.ground_by[foe]))
    rng.shuffle(own)
    rng.shuffle(foes)
    wide = game.allowed[contingent] & game.allowed[foe]
    target = rng.choice(list(bits(rng.choice([wide, wide & (game.strongholds | game.urban)]) or wide)))
    near = [h for h in game.map.grid.neighbours[target] if h and game.allowed[contingent] >> h & 1]
    if not near:
        return fight(rng)
    places: dict[str, list[str]] = {}

    def put(h: int, u: int) -> None:
        places.setdefault(str(game.hex_name(h)), []).append(str(game.name_of(u)))

    attackers = own[: rng.randrange(1, 4)]
    starts = [rng.choice(near) for _ in attackers]
    for u, h in zip(attackers, starts):
        put(h, u)
    for u in foes[: rng.randrange(1, 3)]:
        put(target, u)
    free = [h for h in bits(game.map.grid.within(target, 3) & wide) if h != target and h not in near]
    for u in foes[3 : 3 + rng.randrange(4)] if free else []:
        put(rng.choice(free), u)
    everybody = [str(game.name_of(u)) for u in bits(game.ground)]
    named = [x for units in places.values() for x in units]
    disrupted = [x for x in named if rng.random() < 0.3 and game.two_sided >> game.unit(x) & 1]
    home = {"west": "0501 IS-Gar-Eilat", "east": "0502 AL-Iraq"}
    lines = [f"{h} {' '.join(units)}" for h, units in places.items()]
    lines += [line for line in home.values() if line.split()[1] not in named]
    s = fighting(contingent, *lines, special=rng.random() < 0.3, disrupted=disrupted, known=everybody)
    name = game.hex_name(target)
    if s.check(f"attack {name}"):
        return fight(rng)
    s = play(s, f"attack {name}")
    for a in [str(a) for a in s.options() if a.verb == "with"]:
        s = play(s, a)
    return s if s.attackers else fight(rng)


@pytest.mark.rule(BOOK, "14.3", "14.4", "15.2", "16.3")
@pytest.mark.parametrize("seed", range(6))
def test_the_odds_of_an_attack_are_those_of_the_game_played_with_every_die(seed: int) -> None:
    rng = Random(seed)
    for _ in range(6):
        s = fight(rng)
        odds = Odds(s)
        ends = odds.ends()
        cleared, lost = played_out(s)
        where = s.position()
        assert sum(ends.values()) == pytest.approx(1)
        assert sum(p for line, p in ends.items() if not line.defenders) == pytest.approx(cleared), where
        for u, chance in lost.items():
            assert sum(p for line, p in ends.items() if odds.lost(line) >> u & 1) == pytest.approx(chance), (where, u)


def test_the_forecast_of_an_attack_tells_who_fires_first_the_hex_and_the_losses() -> None:
    s = fighting("israel", "5413 IS-4 IS-9", "5414 EG-7", "2306 EG-1", known=["EG-7"])
    f = play(s, "attack 5414", "with IS-4", "with IS-9").forecast()
    assert f["kind"] == "attack"
    assert any(str(n).startswith("The attacker fires first") for n in f["notes"])
    assert 0 < f["take_hex"] < 1
    assert {x["unit"] for x in f["losses"]} == {"IS-4", "IS-9", "EG-7"}
    assert f["expected"]["east"] > f["expected"]["west"] > 0


@pytest.mark.rule(BOOK, "23.0")
@pytest.mark.parametrize("seed", range(3))
def test_r23_0_a_forecast_says_nothing_of_what_has_not_been_examined(seed: int) -> None:
    s = fighting(
        "israel", "5413 IS-4 IS-9", "5414 EG-2-Div EG-7", "5415 EG-10", "5514 EG-1-AAA", "egypt-box EG-1 EG-3-Div EG-11",
        disrupted=["EG-7"], known=[],
    )  # fmt: skip
    s = play(s, "attack 5414", "with IS-4", "with IS-9")
    other = s.game.sample_hidden(s, "west", Random(seed))
    assert attack_forecast(s, "west") == attack_forecast(other, "west")
    assert as_known(s, "west").loc == as_known(other, "west").loc
    assert not any(x["unit"].startswith("EG") for x in s.forecast()["losses"])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_the_odds_of_many_attacks_are_those_of_the_game_played_with_every_die(seed: int) -> None:
    test_the_odds_of_an_attack_are_those_of_the_game_played_with_every_die(seed)
