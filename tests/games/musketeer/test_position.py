"""Position texts that leave lines out play on or are refused with a sentence; never an exception later."""

from __future__ import annotations

from random import Random

import pytest

import sandtable

from .table import BOOK


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
