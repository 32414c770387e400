"""Small positions for the tests: write down the few units that matter and play on."""

from __future__ import annotations

import json
from typing import Any

import sandtable

BOOK = "musketeer"
EXTRA = {"west": "0501 IS-Gar-Eilat", "east": ""}


def position(frame: str, *places: str, options: dict[str, Any] | None = None, **fields: Any) -> Any:
    """A position: `places` are lines such as "5408 EG-7 EG-10"; units not named are nowhere; fields as in the state."""
    head = BOOK + (" " + json.dumps(options) if options else "")
    lines = [head, *(f"{k} {json.dumps(v)}" for k, v in fields.items()), *(f"at {p}" for p in places)]
    lines += [f"> {f.strip()}" for f in frame.split(";")]
    return sandtable.load(BOOK).position("\n".join(lines))


def impulse(contingent: str, *places: str, special: bool = False, **fields: Any) -> Any:
    """The beginning of a contingent's impulse."""
    frame = f'Impulse {{"contingent": "{contingent}", "special": {json.dumps(special)}}}'
    return position(frame, *places, **fields)


def phase(name: str, contingent: str, *places: str, **fields: Any) -> Any:
    """The beginning of one phase of an impulse: "Reinforcement", "Movement" ..."""
    return position(f"{name}Phase", *places, contingent=contingent, **fields)


def moving(contingent: str, *places: str, **fields: Any) -> Any:
    return phase("Movement", contingent, *places, **fields)


def fighting(contingent: str, *places: str, **fields: Any) -> Any:
    return phase("GroundCombat", contingent, *places, **fields)


def play(s: Any, *actions: str) -> Any:
    for a in actions:
        s = s.play(a)
    return s


def plan(s: Any, *markers: str) -> Any:
    """One side plans: these markers go into the pool, the others are left."""
    side = s.actor
    while s.choice is not None and type(s.choice).__name__ == "Plan" and s.actor == side:
        name = s.choice.left[0]
        s = s.play(f"plan {name}" if name in markers else f"leave {name}")
    return s


def plans(s: Any, west: str = "", east: str = "") -> Any:
    """Both sides plan."""
    return plan(plan(s, *west.split()), *east.split())


def decidable(s: Any) -> tuple[str, ...]:
    """The markers that the planning side is asked for."""
    return tuple(s.choice.left)


def attack(s: Any, target: str, *units: str, concentric: bool = False) -> Any:
    """Declare an attack with these units."""
    s = play(s, f"attack {target}")
    have = {s.game.name_of(u) for u in range(len(s.game.roster)) if s.attackers >> u & 1}
    s = play(s, *(f"with {u}" for u in units if u not in have))
    return play(s, "concentric" if concentric else "confirm")


def where(s: Any, unit: str) -> str:
    return str(s.game.hex_name(s.loc[s.game.unit(unit)]))


def disrupted(s: Any, unit: str) -> bool:
    return bool(s.disrupted >> s.game.unit(unit) & 1)


def dead(s: Any, unit: str) -> bool:
    return where(s, unit) == "eliminated"


def options(s: Any, *start: str) -> list[str]:
    return [str(a) for a in s.options() if not start or str(a).startswith(start)]


def destinations(s: Any, unit: str, verb: str = "move") -> set[str]:
    return {a.args[-1].rpartition("-")[2] for a in s.options() if a.verb == verb and a.args[0] == unit}


def refused(s: Any, action: str) -> tuple[str, ...]:
    """The paragraphs that forbid an action; fails when it is legal."""
    refusal = s.check(action)
    assert refusal is not None, f"{action} is accepted"
    assert refusal.text
    return tuple(refusal.rules)


def why_not(s: Any, action: str) -> str:
    """The sentence that refuses an action."""
    refused(s, action)
    return str(s.check(action).text)


def allowed(s: Any, action: str) -> bool:
    return s.check(action) is None


def cost(s: Any, action: str) -> float:
    assert s.check(action) is None, s.check(action)
    return float(s.details(action)["cost"])


def column(s: Any) -> str:
    """The column on which the unit about to fire will fire: read from the log of a roll."""
    t = s.copy()
    t.log = []
    t.apply("roll 6")
    text = next(e.text for e in t.log if " rolls 6 on column " in e.text)
    return text.split(" on column ")[1].split(",")[0]


def log(s: Any, *actions: str, side: str = "") -> tuple[Any, list[str]]:
    """Play and collect what a side may read in the log."""
    found: list[str] = []
    for a in actions:
        s = s.copy()
        s.log = []
        s.apply(a)
        found += [e.text for e in s.log if not e.to or side in e.to]
    s.log = None
    return s, found


def seen(s: Any, side: str) -> set[str]:
    """Names of the units a side can identify."""
    return {u["name"] for u in s.view(side)["units"] if not u.get("hidden")}
