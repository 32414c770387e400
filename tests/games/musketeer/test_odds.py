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
from sandtable.games.musketeer.shifts import fire_forecast

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


def played_out(s: Any, *actions: str) -> tuple[float, dict[int, float], dict[str, float]]:
    """(chance to clear the hex, chance of each unit to die, combat factors that each side loses): the real combat after these
    decisions, every die."""
    target, side, rest = s.target, s.side, s.agenda[1:]
    defenders = list(s.defenders())
    open_, cleared, lost = [(play(s, "confirm", *actions), 1.0)], 0.0, defaultdict(float)
    involved = defenders + list(bits(s.attackers))
    weaker = {"west": 0.0, "east": 0.0}
    while open_:
        merged: dict[Any, list[Any]] = {}
        for t, p in open_:
            over = len(t.agenda) <= len(rest) or type(t.choice).__name__ == "Pursuit"
            if over:
                cleared += p * (not t.enemies_at(target, side))
                for u in involved:
                    dead = t.loc[u] == t.game.dead
                    lost[u] += p * dead
                    weaker[t.game.roster[u].side] += p * (s.combat(u) - (0 if dead else t.combat(u)))
                continue
            if t.actor == CHANCE:
                following = [(t.play(f"roll {die}"), p / 6) for die in range(1, 7)]
            else:
                following = [(t.play(decide(t)), p)]
            for x, q in following:
                key = (tuple(x.loc), x.disrupted, x.fired, x.cas, x.helpers, x.attackers, x.assaulting, x.aim, x.agenda)
                merged.setdefault(key, [x, 0.0])[1] += q
        open_ = [(x, q) for x, q in merged.values()]
    return cleared, lost, weaker


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


def compare(s: Any, *actions: str) -> None:
    """The odds of a fight, after these decisions about what supports it, and those of playing it."""
    odds = Odds(play(s, "confirm", *actions) if actions else s)
    ends = odds.ends()
    cleared, lost, weaker = played_out(s, *actions)
    where = s.position()
    assert sum(ends.values()) == pytest.approx(1)
    assert sum(p for line, p in ends.items() if not line.defenders) == pytest.approx(cleared), where
    for u, chance in lost.items():
        assert sum(p for line, p in ends.items() if odds.lost(line) >> u & 1) == pytest.approx(chance), (where, u)
    for side, units in ((s.side, odds.start.attackers), (s.game.enemy[s.side], odds.start.defenders)):
        assert sum(p * odds.strength_lost(line, units) for line, p in ends.items()) == pytest.approx(weaker[side]), (
            where
        )


@pytest.mark.rule(BOOK, "14.3", "14.4", "15.2", "16.3")
@pytest.mark.parametrize("seed", range(36))
def test_the_odds_of_an_attack_are_those_of_the_game_played_with_every_die(seed: int) -> None:
    compare(fight(Random(seed)))


SUPPORT = ("us-available US-Air-1 US-Air-2 US-SF", "egypt-available EG-SC", "5702 IS-Gar-Ashkelon", "3314 EG-Gar-Cairo")
HOME = ("0501 IS-Gar-Eilat", "3314 EG-Gar-Cairo")


@pytest.mark.rule(BOOK, "14.3", "14.4", "15.1", "15.2", "15.3", "16.1", "16.5", "25.6", "29.5")
@pytest.mark.parametrize(
    ("contingent", "target", "places", "fields", "actions"),
    [
        ("us", "2210", ("2209 US-CC-A", "2210 EG-7", *SUPPORT), {}, ("support 2", "commit US-SF", "commit EG-SC")),
        ("us", "2210", ("2209 US-CC-A", "2210 EG-7", *SUPPORT), {}, ("support 2", "decline", "commit EG-SC")),
        ("us", "2210", ("2209 US-CC-A", "2210 EG-7 EG-26-NG", *SUPPORT), {}, ("support 2", "decline", "decline")),
        ("us", "2210", ("2209 US-CC-A", "2210 EG-7", *SUPPORT), {}, ("support 1", "commit US-SF", "decline")),
        ("anglo-french", "2210", ("2210 FR-1-REP EG-7", *HOME), {"assaulting": ["FR-1-REP"], "without_zone": ["FR-1-REP"]}, ()),
        (
            "anglo-french", "2210", ("2210 FR-1-REP EG-26-NG", "2209 UK-19", *HOME),
            {"assaulting": ["FR-1-REP"], "without_zone": ["FR-1-REP"]}, (),
        ),
        ("anglo-french", "2306", ("2307 UK-19 UK-25-Armd", "2306 EG-Gar-Alexandria EG-7", *HOME), {}, ()),
        ("anglo-french", "2306", ("2307 UK-19 UK-25-Armd", "2306 EG-2-Div", *HOME), {"disrupted": ["EG-2-Div"]}, ()),
        ("egypt", "2307", ("2306 EG-7 EG-26-NG", "2307 UK-19", "2208 UK-25-Armd", *HOME), {}, ()),
        ("us", "2210", ("2209 US-CC-A US-8-PMF", "2210 EG-7 EG-26-NG", *SUPPORT), {}, ("support 0", "decline", "commit EG-SC")),
        ("us", "2306", ("2307 US-CC-A US-8-PMF", "2306 EG-7 EG-26-NG", *SUPPORT), {}, ("support 2", "commit US-SF", "decline")),
        ("us", "2306", ("2307 US-CC-A US-8-PMF", "2306 EG-7 EG-26-NG", *SUPPORT), {}, ("support 2", "decline", "decline")),
        ("us", "2306", ("2307 US-CC-A US-8-PMF", "2306 EG-7 EG-1", *SUPPORT), {}, ("support 2", "commit US-SF", "commit EG-SC")),
        ("us", "2306", ("2307 US-CC-A", "2306 EG-7 EG-1", *SUPPORT), {}, ("support 1", "decline", "commit EG-SC")),
        ("israel", "5408", ("5308 IS-4", "5409 IS-9", "5408 EG-Gar-AbuAgheila EG-10", *HOME), {}, ()),
        ("israel", "5414", ("5413 IS-4", "5415 IS-9", "5414 EG-2-Div", *HOME), {"disrupted": ["IS-9"]}, ()),
        ("israel", "5414", ("5413 IS-4 IS-9", "5415 IS-10", "5414 EG-2-Div EG-1-MFF", "5314 EG-7", *HOME), {}, ()),
        ("egypt", "5413", ("5414 EG-2-Div", "5412 EG-7", "5413 IS-4", *HOME), {"disrupted": ["EG-7"]}, ()),
        ("israel", "5604", ("5603 IS-7-Armd", "5604 EG-MinInt-1", *HOME), {}, ()),
        ("egypt", "5604", ("5603 EG-1-MFF", "5604 IS-Gar-Magen IS-12", *HOME), {}, ()),
        (
            "anglo-french", "2210", ("2210 UK-16-Para FR-3-RCP EG-7 EG-1", *HOME),
            {"assaulting": ["UK-16-Para", "FR-3-RCP"], "without_zone": ["UK-16-Para", "FR-3-RCP"], "disrupted": ["UK-16-Para"]}, (),
        ),
        (
            "anglo-french", "2210", ("2210 UK-16-Para FR-3-RCP EG-7 EG-1", *HOME),
            {"assaulting": ["UK-16-Para", "FR-3-RCP"], "without_zone": ["UK-16-Para", "FR-3-RCP"], "disrupted": ["FR-3-RCP"]}, (),
        ),
        (
            "egypt", "4005", ("4005 EG-7 EG-10 UK-19 UK-29", *HOME),
            {"assaulting": ["EG-7", "EG-10"], "without_zone": ["EG-7", "EG-10"], "disrupted": ["EG-10"]}, (),
        ),
        ("us", "4212", ("4312 US-CC-A", "4212 EG-1-Armd", "4311 US-8-PMF", "4313 US-6-PMF", "4113 EG-1", *HOME), {}, ()),
    ],
)  # fmt: skip
def test_the_odds_with_support_assaults_strongholds_and_one_sided_units(
    contingent: str, target: str, places: tuple[str, ...], fields: dict[str, Any], actions: tuple[str, ...]
) -> None:
    everybody = [name for place in places for name in place.split()[1:]]
    s = play(fighting(contingent, *places, known=everybody, **fields), f"attack {target}")
    while more := [str(a) for a in s.options() if a.verb == "with"]:
        s = play(s, more[0])
    assert s.attackers
    compare(s, *actions)


AIMED, UNSEEN = "The defenders fire at the strongest stack.", "Units not examined are counted as middling ones"


@pytest.mark.rule(BOOK, "14.3", "14.4")
def test_the_forecast_of_an_attack_tells_who_fires_first_the_hex_and_the_losses() -> None:
    s = fighting("israel", "5413 IS-4 IS-9", "5414 EG-7", "2306 EG-1", known=["EG-7"])
    s = play(s, "attack 5414", "with IS-4", "with IS-9")
    f = s.forecast()
    assert f["kind"] == "attack"
    assert f["notes"][0] == "The attacker fires first [14.4]."
    cleared, lost, weaker = played_out(s)
    assert f["take_hex"] == round(cleared, 4)
    assert f["losses"] == [{"unit": s.game.name_of(u), "probability": round(lost[u], 4)} for u in sorted(lost)]
    assert f["expected"] == {side: round(x, 2) for side, x in weaker.items()}
    assert AIMED not in f["notes"]
    assert not any(str(n).startswith(UNSEEN) for n in f["notes"])


@pytest.mark.rule(BOOK, "14.3", "14.5")
def test_the_forecast_of_an_attack_begins_with_the_fire_of_the_strongest_of_the_side() -> None:
    known = ["IS-4", "IS-7-Armd", "EG-7", "EG-1-Armd"]
    s = fighting("israel", "5413 IS-4 IS-7-Armd", "5414 EG-7 EG-1-Armd", "2306 EG-1", known=known)
    s = play(s, "attack 5414", "with IS-4", "with IS-7-Armd")
    for side, strongest in (("west", "IS-7-Armd"), ("east", "EG-1-Armd")):
        f = attack_forecast(s, side)
        fire = fire_forecast(s, s.game.unit(strongest), declared=False)
        assert [x["unit"] for x in fire["attackers"]] == [strongest]
        for key in ("title", "attackers", "value", "shifts", "column", "results"):
            assert f[key] == fire[key]


@pytest.mark.rule(BOOK, "14.10")
@pytest.mark.parametrize(("start", "covers"), [("4314", ["hexside"]), ("4113", [])])
def test_r14_10_the_forecast_counts_the_canal_before_the_attack_is_confirmed(start: str, covers: list[str]) -> None:
    s = fighting("us", f"{start} US-CC-A", "4213 EG-7", *HOME, known=["EG-7", "US-CC-A"])
    s = play(s, "attack 4213", "with US-CC-A")
    assert [str(x["text"]) for x in s.forecast()["shifts"]] == covers
    compare(s)


@pytest.mark.rule(BOOK, "14.4", "23.0")
def test_the_forecast_says_by_which_policy_it_reckons() -> None:
    s = fighting("israel", "5413 IS-4", "5415 IS-9", "5414 EG-7 EG-2", "2306 EG-1", known=["EG-7"])
    f = play(s, "attack 5414", "with IS-4", "with IS-9").forecast()
    assert AIMED in f["notes"]
    assert any(str(n).startswith(UNSEEN) for n in f["notes"])
    assert {x["unit"] for x in f["losses"]} == {"IS-4", "IS-9", "EG-7"}
    assert f["expected"]["east"] > f["expected"]["west"] > 0
    s = fighting("anglo-french", "2307 UK-19", "2306 EG-7", known=["EG-7"])
    f = play(s, "attack 2306", "with UK-19").forecast()
    assert f["notes"][0] == "The defender fires first [14.4]."


@pytest.mark.rule(BOOK, "23.0")
def test_r23_0_middling_units_stand_where_nothing_has_been_examined() -> None:
    """The target gets the most middling unit; a stack without a zone is disrupted; nobody counts on guns or divisions."""
    places = (
        "5413 IS-4",
        "5414 EG-2-Div",
        "5416 EG-1-AAA EG-7",
        "5515 EG-10",
        "4005 EG-3-Div",
        "egypt-box EG-11 EG-1 EG-2",
    )
    hidden = ["EG-2-Div", "EG-1-AAA", "EG-7", "EG-3-Div", "EG-11", "EG-1", "EG-2"]
    s = fighting(
        "israel",
        *places,
        "1809 EG-MinInt-1",
        "2306 UK-16-Para",
        disrupted=["EG-2-Div", "EG-MinInt-1"],
        known=["EG-10", "EG-MinInt-1"],
    )
    s = play(s, "attack 5414", "with IS-4")
    t, game = as_known(s, "west"), s.game
    stand = {
        str(game.hex_name(h)): sorted(str(game.name_of(u)) for u in t.at(h, game.ground_by["egypt"]))
        for h in t.loc
        if h > 0
    }
    order = sorted(
        (u for u in bits(game.ground_by["egypt"] & ~s.known & ~game.static)), key=lambda u: (game.combat[u], u)
    )
    middle = game.combat[order[len(order) // 2]]
    best = [
        str(game.name_of(u))
        for u in sorted(
            (u for u in order if not (game.aaa | game.divisions) >> u & 1),
            key=lambda u: (abs(game.combat[u] - middle), u),
        )
    ]
    assert stand["5414"] == [best[0]]
    assert stand["4005"] == [best[1]]
    assert stand["5416"] == sorted(best[2:4])
    assert stand["5515"] == ["EG-10"]
    assert t.loc[0] == s.loc[0]  # the first unit of the roster, an own one
    assert stand["5413"] == []
    assert {str(game.name_of(u)) for u in bits(t.disrupted)} == {best[0], "EG-MinInt-1"}
    box = {str(game.name_of(u)) for u in t.at(game.box("egypt-box"), game.ground_by["egypt"])}
    assert set(hidden) <= box | {x for units in stand.values() for x in units}
    east = as_known(s, "east")
    assert [east.loc[u] for u in bits(game.ground_of["east"])] == [s.loc[u] for u in bits(game.ground_of["east"])]
    assert east.disrupted == s.disrupted


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


@pytest.mark.rule(BOOK, "23.0", "24.1", "12.1")
@pytest.mark.parametrize(
    ("contingent", "hidden", "reckoned"),
    [("ussr", ("SU-2-PVO", "SU-GSFE-Eng"), "SU-GSFE-Eng"), ("arab-league", ("AL-Saudi", "AL-Armd"), "AL-Armd")],
)
def test_r23_0_nobody_reckons_with_guns_or_divisions_of_the_same_strength(
    contingent: str, hidden: tuple[str, str], reckoned: str
) -> None:
    """Both are as strong: the first of the roster would be taken."""
    game = sandtable.load(BOOK)
    seen = [str(game.name_of(u)) for u in bits(game.ground_by[contingent]) if str(game.name_of(u)) not in hidden]
    places = (f"5414 {hidden[0]}", f"{contingent}-box {hidden[1]}", "3314 EG-Gar-Cairo")
    s = fighting("israel", "5413 IS-4", *places, known=seen)
    assert s.game.combat[s.game.unit(hidden[0])] == s.game.combat[s.game.unit(hidden[1])]
    t = as_known(play(s, "attack 5414", "with IS-4"), "west")
    assert [str(t.game.name_of(u)) for u in t.enemies_at(t.game.hex("5414"), "west")] == [reckoned]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 340))
def test_the_odds_of_many_attacks_are_those_of_the_game_played_with_every_die(seed: int) -> None:
    compare(fight(Random(seed)))
