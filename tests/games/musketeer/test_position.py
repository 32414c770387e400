"""Position texts that leave lines out play on or are refused with a sentence; never an exception later."""

from __future__ import annotations

from random import Random

import pytest

import sandtable

from .table import BOOK, moving

FIGHT = 'contingent "israel"\ntarget "5414"\nattackers ["IS-4"]\nat 5413 IS-4\nat 5414 EG-7 EG-1\nat 5412 IS-9'


@pytest.mark.parametrize(
    ("text", "asks_for"),
    [
        ("> MovementPhase", "contingent"),
        ("> RefitPhase", "contingent"),
        ("> Move", "contingent"),
        ('contingent "atlantis"\n> MovementPhase', "contingent"),
        ("> Activate", "drawn"),
        ('contingent "israel"\n> DeclareAttack', "target"),
        ('contingent "israel"\ntarget "5414"\n> OpenFire', "attackers"),
        ('contingent "israel"\ntarget "5414"\nattackers ["IS-4"]\nat 5413 IS-4\n> EndOfCombat', ""),
        ('contingent "israel"\n> StartRetreat {"unit": "EG-7"}', "dice"),
        (
            'contingent "israel"\ndice [3]\n> StartRetreat {"unit": "EG-7"}',
            "StartRetreat speaks of EG-7: say where it is",
        ),
        ("> HappenNow", "dice"),
        ('> PickMarker {"side": "west"}', "pool_west"),
        ('pool_west ["Israel"]\n> PickMarker {"side": "east"}', "pool_east"),
        ('pool_west ["Israel"]\n> PickMarker {"side": "west"}', ""),
        ('pool_west ["Israel"]\ndrawn "Israel"\nat 6017 IS-4\nat 4012 EG-1\n> Activate', ""),
        ('contingent "israel"\ntarget "5414"\nat 5413 IS-4\n> DeclareAttack', "enemies"),
        ('contingent "israel"\ntarget "5414"\nat 5413 IS-4\nat 5414 EG-7\n> DeclareAttack', ""),
        ('contingent "israel"\ntarget "5414"\nattackers ["IS-4"]\nat 5413 IS-4\n> OpenFire', "attackers"),
        ('contingent "israel"\ntarget "5414"\nat 5413 IS-4\nat 5414 EG-7\n> OpenFire', "attackers"),
        ('contingent "israel"\ntarget "5414"\nat 5413 IS-4\nat 5414 EG-7\n> Aim', "attackers"),
        ('contingent "israel"\ntarget "5414"\nat 5413 IS-4\nat 5414 EG-7\n> EndOfCombat', "attackers"),
        ('contingent "israel"\ntarget "5414"\nat 5413 IS-4\nat 5414 EG-7\n> Verdict\n> OpenFire', "attackers"),
        ('contingent "israel"\ntarget "5414"\nattackers ["IS-4"]\nat 5413 IS-4\nat 5414 EG-7\n> OpenFire', ""),
        ('> Roll {"purpose": "a test"}\n> MovementPhase', "contingent"),
        ('> Roll {"purpose": "a test"}', ""),
        ("at 4012 EG-1\nat 6017 IS-4", ""),
        ("> EndOfImpulse", "contingent"),
        ('dice [2]\nat 2210 FR-1-REP\n> Hazard {"unit": "FR-1-REP"}', "contingent"),
        ("dice [5, 3]\nat 4012 EG-1\nat 6017 IS-4\n> HappenNow", ""),
        ('contingent "israel"\n> Mission {"hex": "5414", "load": []}', "bombardment needs enemies"),
        ('contingent "israel"\ndice [1]\n> Bombs {"hex": "5414", "load": []}', "bombardment needs enemies"),
        ('contingent "israel"\n> Bombard {"hexes": ["5414"], "loads": [[]]}', "bombardment needs enemies"),
        ('contingent "israel"\n> LoadBombardment {"hex": "5414"}', "bombardment needs enemies"),
        (
            'contingent "israel"\nat 5414 EG-7\n> LoadBombardment {"hex": "5414", "hexes": ["5415"], "loads": [[]]}',
            "bombardment needs enemies",
        ),
        ('contingent "israel"\nat 5414 EG-7\nat 6017 IS-4\n> Mission {"hex": "5414", "load": []}', ""),
        (
            'contingent "israel"\ntarget "5414"\nattackers ["IS-4"]\nat 5414 EG-7\n> OpenFire',
            "the attack is made by IS-4: say where",
        ),
        (
            'contingent "anglo-french"\ntarget "2210"\nattackers ["UK-16-Para"]\nat 2210 EG-7\n> OpenFire',
            "the attack is made by UK-16-Para: say where",
        ),
        (f'{FIGHT}\n> ChooseFire {{"role": "defender"}}', "aim"),
        (f'{FIGHT}\naim "5413"\n> ChooseFire {{"role": "defender"}}', ""),
        (f'{FIGHT}\n> ChooseFire {{"role": "attacker"}}', ""),
        ('contingent "israel"\nat 5413 IS-4\nat 5414 EG-7\n> ChooseFire {"role": "attacker"}', "needs its hex"),
        (
            'contingent "israel"\nat 5413 IS-4\nat 5414 EG-7\n> Roll {"purpose": "a test"}\n> ChooseFire {"role": "attacker"}',
            "needs its hex",
        ),
        (
            'contingent "israel"\nat 5414 IS-4 EG-7\nassaulting ["IS-4"]\n> GroundCombatPhase\n> EndOfImpulse',
            "without_zone",
        ),
        ('contingent "israel"\nat 5413 IS-4\nat 5414 EG-7\n> Verdict\n> EndOfCombat', "needs its hex"),
        (
            'contingent "israel"\nat 5413 IS-4\nat 5414 EG-7\n> Roll {"purpose": "a test"}\n> EndOfCombat',
            "needs its hex",
        ),
        ('contingent "israel"\nat 5414 IS-4 EG-7\nassaulting ["IS-4"]\n> GroundCombatPhase', "without_zone"),
        ('contingent "israel"\nat 5414 IS-4 EG-7\nassaulting ["IS-4"]\n> Attack', "without_zone"),
        ('contingent "israel"\nat 5414 IS-4 EG-7\nassaulting ["IS-4"]\nwithout_zone ["IS-4"]\n> Attack', ""),
    ],
)
def test_what_is_missing_is_asked_for(text: str, asks_for: str) -> None:
    game = sandtable.load(BOOK)
    if not asks_for:
        game.position(f"{BOOK}\n{text}")
        return
    with pytest.raises(ValueError, match=asks_for):
        game.position(f"{BOOK}\n{text}")


@pytest.mark.parametrize("seed", range(3))
def test_a_position_without_one_of_its_lines_is_refused_or_plays_on(seed: int) -> None:
    rng, game = Random(seed), sandtable.load(BOOK)
    s = game.start()
    loaded = 0
    for _ in range(260):
        if s.actor is None:
            break
        if rng.random() < 0.12:
            lines = s.position().splitlines()
            del lines[rng.randrange(1, len(lines))]
            try:
                t = game.position("\n".join(lines))
            except ValueError:
                continue
            loaded += 1
            for _ in range(12):
                if t.actor is None:
                    break
                t.view("west")
                t.apply(t.sample(rng.randrange))
        s.apply(s.sample(rng.randrange))
    assert loaded


def test_a_guerrilla_drawn_by_an_event_needs_no_impulse() -> None:
    s = sandtable.load(BOOK).position(f"{BOOK}\nat egypt-box EG-Guerrilla-1a\n> FreeGuerrilla")
    assert s.actor == "chance"
    assert s.game.position(s.position()) == s


@pytest.mark.rule(BOOK, "23.0")
@pytest.mark.parametrize(
    ("source", "doubts", "shuffles", "missing"),
    [
        (0, 0, 0, ""),
        (1, 0, 0, "shuffles"),
        (1, 0, 1, ""),
        (2, 0, 1, "shuffles"),
        (0, 1, 0, "claims"),
        (0, 3, 1, ""),
        (0, 4, 1, "claims"),
    ],
)
def test_r23_0_what_is_remembered_of_several_counters_needs_its_line(
    source: int, doubts: int, shuffles: int, missing: str
) -> None:
    """With a shuffle of two records stands one claim about them."""
    s = moving("egypt", "4012 EG-1 EG-2", "5702 IS-Gar-Ashkelon", "3314 EG-Gar-Cairo").copy()
    s.shuffles = (((1, 0, 0), (2, 0, 0)),) * shuffles
    s.claims = ((1, 0),) * shuffles
    u = s.game.unit("EG-2")
    s.source[u], s.doubts[u] = source, doubts
    if not missing:
        assert s.game.position(s.position()) == s
        return
    with pytest.raises(ValueError, match=f"speak of {missing} that are not there: a line {missing} is missing"):
        s.game.position(s.position())
