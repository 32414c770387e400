"""[7.2, 7.9, 7.15, 7.19, 8.6] The forecast against the real combat, played with every die and every choice."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from sandtable.core import bits
from sandtable.games.middle_east_battles.forecast import losses, stuck

from .table import ARISH, SUEZ, WEST, load, play, position

GROUND = {
    SUEZ: ["4005", "2509", "3508", "4706"],
    ARISH: ["2846", "4544", "4343", "4620"],
}
"""The open, the city, the channels, the Canal; the desert, works, rough ground, a town."""


GUNS = 100
"""From this seed on guns attack alone."""


CASES = [(t, spot, n) for t, spots in GROUND.items() for spot in spots for n in (*range(8), *range(GUNS, GUNS + 4))]
CASES += [(SUEZ, "4706", 19), (SUEZ, "3508", 8), (SUEZ, "3508", 10), (ARISH, "4544", 44), (SUEZ, "4706", 9)]


class Played:
    """What one result of the die has led to, over all that the players may choose."""

    def __init__(self) -> None:
        self.lost: set[frozenset[int]] = set()
        """What may be lost in all."""
        self.entered: set[frozenset[int]] = set()
        """What is lost where an attacker can advance into a hex attacked."""


def crowd(title: str, spot: str, seed: int) -> Any:
    """A few enemies round a spot, attackers next to them, guns behind both."""
    rng = random.Random(f"forecast {title} {spot} {seed}")
    game: Any = load(title)
    grid, names = game.map.grid, game.map.grid.names
    side = rng.choice((WEST[title], WEST[title], "egypt"))
    centre = game.hex(spot)
    near = sorted(h for h in bits(game.land) if grid.distance(h, centre) <= 2)
    far = sorted(h for h in bits(game.land) if 3 <= grid.distance(h, centre) <= 5)
    rng.shuffle(near)
    rng.shuffle(far)
    near.sort(key=lambda h: h != centre)
    enemy = game.enemy_of(side)
    ours = rng.sample(list(game.units_of[side]), 7)
    theirs = rng.sample(list(game.units_of[enemy]), 6)
    guns_first = seed >= GUNS
    ours.sort(key=lambda u: bool(game.artillery >> u & 1) != guns_first and rng.random() < 0.8)
    foes, friends = rng.randint(1, 3), rng.randint(1, 5)
    places = dict(zip(theirs[:foes], near))
    places |= dict(zip(ours[:friends], near[foes:]))
    places |= dict(zip([*ours[friends:], *theirs[foes:]], far))
    flying = [u for u in ours if game.helicopters >> u & 1]
    if flying:
        places[flying[0]] = places[ours[0]]
    fields = {"air": "[2, 1]" if title == SUEZ else "[2]"}
    if title == SUEZ:
        fields["naval"] = "[1, 1]"
    if rng.random() < 0.3 and side != "egypt":
        fields["landed"] = f'["{game.name_of(ours[0])}"]'
    turn = rng.choice((2, 2, 4)) if title == ARISH else 2
    lines = [f"{names[h]} {game.name_of(u)}" for u, h in places.items()]
    return position(title, f"BeginCombat {side}", *lines, turn=turn, **fields)


def attacks(s: Any, seed: int) -> Any:
    """An attack built at random until it can be confirmed; None where there is none."""
    rng = random.Random(seed)
    begun = [s.play(a) for a in s.options() if a.verb == "attack"]
    close = [t for t in begun if any(_joins(s, a, seed) for a in t.options())]
    if not begun:
        return None
    s = rng.choice(close if close and seed % 4 else begun)
    for _ in range(8):
        choices = list(s.options())
        confirm = [a for a in choices if a.verb == "confirm"]
        others = [a for a in choices if a.verb != "confirm"]
        if confirm and (not others or rng.random() < 0.3):
            return s
        near = [a for a in others if a.verb == "also" or _joins(s, a, seed)]
        s = s.play(rng.choice(near if near and rng.random() < 0.9 else others))
    return None


def _joins(s: Any, a: Any, seed: int) -> bool:
    """Another attacker of the kind that is asked for."""
    return a.verb == "with" and bool(s.game.artillery >> s.game.unit(a.args[0]) & 1) == (seed >= GUNS)


def carry_out(s: Any, attack: Any, before: list[int]) -> Played:
    """Every way in which the players may carry out what the die has said, up to the advance."""
    side, found, stack = attack.side, Played(), [s]
    gone = s.game.box("eliminated")
    while stack:
        t = stack.pop()
        name = type(t.choice).__name__
        if name in ("Retreat", "Displace", "ChooseLosses"):
            stack += [t.play(a) for a in t.options()]
            continue
        lost = frozenset(u for u, h in enumerate(t.loc) if h == gone != before[u])
        found.lost.add(lost)
        if name == "AdvanceAfterCombat" and t.actor == side:
            ends = {t.game.hex(h) for a in t.options() if a.verb == "advance" for h in a.args[1].split("-")[1:]}
            if any(attack.targets >> h & 1 for h in ends):
                found.entered.add(lost)
    return found


def dice(s: Any, table: str) -> list[tuple[int, int, str, Any]]:
    """By night die (0 by day) and die: what is said, and the position in which the result is carried out."""
    s = play(s, "confirm")
    if type(s.choice).__name__ == "ProtectiveFire":
        s = play(s, "confirm")
    if type(s.choice).__name__ == "ChooseTable":
        s = play(s, f"table {table}")
    nights = [(n, s.play(f"roll {n}")) for n in range(1, 7)] if s.turn in s.game.night_turns else [(0, s)]
    return [(n, die, *rolled(t, die)) for n, t in nights for die in range(1, 7)]


def rolled(s: Any, die: int) -> tuple[str, Any]:
    """The result as the log has it, "-" where it has no effect, and what follows."""
    t = s.copy()
    t.log = []
    t.apply(f"roll {die}")
    lines = [str(e.text) for e in t.log]
    t.log = None
    said = next(line for line in lines if line.startswith("Die ") and " in column " in line)
    none = any(line.startswith("No effect") for line in lines)
    return "-" if none else said.partition(" table: ")[2][:2], t


def cheapest(game: Any, lost: set[frozenset[int]], side: str) -> tuple[int, int]:
    """The fewest, then the weakest, attackers that are lost."""
    mine = [[u for u in units if game.side_of[u] == side] for units in lost]
    return min((len(units), sum(game.attack[u] for u in units)) for units in mine)


@pytest.mark.rule("middle-east-battles", "7.2", "7.9", "7.15", "7.19", "8.6", "8.11")
@pytest.mark.parametrize(("title", "spot", "seed"), CASES)
def test_r7_2_the_forecast_agrees_with_playing_every_die(title: str, spot: str, seed: int) -> None:
    s = attacks(crowd(title, spot, seed), seed)
    if s is None:
        return
    game, f, attack = s.game, s.forecast(), s.choice
    assert sum(int(x["strength"]) for x in f["attackers"]) - sum(int(x["strength"]) for x in f["defenders"]) == int(
        f["value"]
    )
    guns_only = not attack.attackers & ~game.artillery
    for odds in (f, *f["other_tables"]):
        counts: Counter[str] = Counter()
        felt: Counter[str] = Counter()
        faces: dict[str, list[str]] = {}
        known: dict[str, Played] = {}
        for night, die, result, t in dice(s, odds["table"]):
            counts[result] += 1
            name = "A1" if guns_only and result == "BR" else result  # [8.6] only the attackers retreat
            felt[name] += 1
            faces.setdefault(name, []).extend([] if night else [str(die)])
            if result == "-":
                assert (t.loc, type(t.choice).__name__) == (s.loc, "CombatPhase")
            if result not in known:
                known[result] = carry_out(t, attack, s.loc) if result != "-" else Played()
        total = counts.total()
        assert {r["result"]: r["probability"] for r in odds["results"]} == pytest.approx(
            {r: n / total for r, n in felt.items()}
        )
        assert {r["result"]: r["dice"] for r in odds["results"]} == faces
        taken, lost = 0.0, Counter[str]()
        worth = [0.0, 0.0]
        for result, n in counts.items():
            played = known[result]
            if not played.lost:
                continue
            sure = frozenset.intersection(*played.lost)
            fewest = cheapest(game, played.lost, attack.side)
            worth = [w + n / total * x for w, x in zip(worth, fewest)]
            for u in sure:
                if game.side_of[u] != attack.side:
                    lost[game.name_of(u)] += n / total
            spared = {units for units in played.entered if cheapest(game, {units}, attack.side) == fewest}
            taken += n / total if spared else 0
        told = {x["unit"]: x["probability"] for x in odds["losses"]}
        assert {u: p for u, p in told.items() if game.side_of[game.unit(u)] != attack.side} == pytest.approx(lost), (
            s.position()
        )
        mine = {game.unit(u): p for u, p in told.items() if game.side_of[game.unit(u)] == attack.side}
        assert [sum(mine.values()), sum(p * game.attack[u] for u, p in mine.items())] == pytest.approx(worth), (
            s.position()
        )
        assert odds["take_hex"] == pytest.approx(taken), s.position()


@pytest.mark.rule("middle-east-battles", "8.6", "8.9")
def test_r8_6_a_gun_that_can_go_back_one_hex_is_not_lost_when_both_retreat() -> None:
    places = ("2846 1-Art/Tal", "2746 14-Arm", "2647 2-Arm", "2949 7-Arm", "3046 1/4A")
    s = play(position(ARISH, "BeginCombat israel", *places, air="[0]"), "attack 2746", "with 1-Art/Tal")
    gun = 1 << s.game.unit("1-Art/Tal")
    assert (stuck(s, gun, 1), stuck(s, gun, 2)) == (0, gun)
    for result in ("BR", "A1"):
        assert losses(s, s.choice, result) == (0, 0)


@pytest.mark.rule("middle-east-battles", "7.17", "8.11", "8.17")
def test_r8_17_the_rows_say_why_a_strength_is_not_the_printed_one() -> None:
    places = ("4644 226/Shr", "4544 1/2", "4545 3/2", "4340 2-Art", "2846 79/7/Tal", "2845 14-Arm", "2850 1-Art/Tal")
    s = position(ARISH, "BeginCombat israel", *places, air="[0]")
    s = play(s, "attack 4544", "with 226/Shr", "also 4545", "confirm", "fire 2-Art")
    assert [row.get("why", "") for row in s.forecast()["defenders"]] == ["", "", "doubled into fortified ground [8.17]"]
    s = position(ARISH, "BeginCombat egypt", *places, air="[0]")
    s = play(s, "attack 2846", "with 14-Arm", "confirm", "fire 1-Art/Tal")
    assert [row.get("why", "") for row in s.forecast()["attackers"]] == ["halved [7.17]"]
    assert [row.get("why", "") for row in s.forecast()["defenders"]] == ["", "protective fire [8.11]"]
