"""[10.4, 10.5, 10.6] Entering the map: Egyptian columns, Israeli entry spans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sandtable.core import (
    Action,
    Hex,
    Hexes,
    Parts,
    Pick,
    Reach,
    Refusal,
    Term,
    UnitId,
    bits,
    cite,
    fact,
    halves,
    reach,
    refuse,
    say,
)
from sandtable.core.facts import DetailsFacts

from .arrival import Arrival
from .formations import COLUMNS, first_on_map
from .marching import (
    front,
    march,
    move_details,
    no_stopping,
    path_text,
    step,
    stops,
    trace,
    walk,
    way_texts,
)
from .out_of_reach import why_out_of_reach
from .state import ElArishState


def why_not_due(s: ElArishState, u: UnitId) -> Refusal | None:
    """[10.4, 10.5, 10.6] Why this unit may not enter the map now, or None."""
    name = s.game.name_of(u)
    if s.loc[u] not in (s.game.box("holding"), s.game.box("reserve")):
        return refuse(("10.4", "10.5"), "{unit} is not waiting in a holding box.", unit=name)
    if s.turn < due(s, u):
        rule = "10.4" if s.game.side_of[u] == s.game.egypt else "10.6"
        return refuse(rule, "{unit} may enter from game turn {turn} on.", unit=name, turn=due(s, u))
    return None


def due(s: ElArishState, u: UnitId) -> int:
    """[10.4, 10.6] The game turn from which on the unit may enter."""
    return s.game.from_turn[u]


def entry_hexes(s: ElArishState, u: UnitId) -> Hexes:
    """[10.4, 10.5, 10.6] The hexes through which this unit may enter [ruling ME-35]."""
    if s.game.in_column >> u & 1:
        chosen = s.column_hex[COLUMNS.index(s.game.roster[u].formation)]
        return 1 << chosen if chosen else s.game.west_edge
    if s.game.paratroops >> u & 1 and not s.matt_special:
        return s.game.board_edge
    return s.game.map.sets[str(s.game.roster[u].factors["zone"])]


def place_in_column(s: ElArishState, u: UnitId, h: Hex) -> int:
    """[10.4, 10.5] Its place in the column: Egyptians count by formation, Israelis by entry hex [ruling ME-34]."""
    if s.game.in_column >> u & 1:
        return s.column_length[COLUMNS.index(s.game.roster[u].formation)] + 1
    return s.queue.count(h) + 1


def entry_cost(s: ElArishState, u: UnitId, h: Hex) -> int:
    """[10.4, 10.5, 5.12] Half points for the entry hex: its cost as many times as the unit's place in the column."""
    m = march(s, u)
    return single_cost(s, h) * place_in_column(s, u, h) + (m.extra if m.dear >> h & 1 else 0)


def gates(s: ElArishState, u: UnitId) -> tuple[tuple[Hex, int], ...]:
    """[10.4, 10.5] The entry hexes, each at its cost as many times as the unit's place in the column."""
    hexes, alone = entry_hexes(s, u), s.game.edge_costs
    if s.game.in_column >> u & 1:
        place = s.column_length[COLUMNS.index(s.game.roster[u].formation)] + 1
        return tuple((h, alone[h] * place) for h in bits(hexes))
    return tuple((h, alone[h] * (s.queue.count(h) + 1)) for h in bits(hexes))


def coming(s: ElArishState, u: UnitId) -> Reach:
    """[10.4, 10.5] Every hex the unit can enter, by the cheapest way over all entry hexes.

    Hex 0, which is nowhere, stands for the box: its edges are the entry hexes.
    """
    m, doors = march(s, u), gates(s, u)
    return reach(s.game.edges, 0, m.budget, blocked=m.blocked, stop=m.stop, dear=m.dear, extra=m.extra, doors=doors)


def enters_in(s: ElArishState, u: UnitId, h: Hex) -> bool:
    """[10.4, 10.5] Is this an entry hex that the unit can pay for? An entry hex is always entered directly: stopping at the
    edge is worth an option of its own."""
    return bool(entry_hexes(s, u) >> h & 1) and entry_cost(s, u, h) <= s.game.allowance(s, u)


def ways_in(s: ElArishState, u: UnitId) -> dict[Hex, tuple[int, Reach]]:
    """Every hex where the unit can end its entry, with the cost and the way."""
    way, edge = coming(s, u), entry_hexes(s, u)
    found = {h: (way.cost[h], way) for h in stops(s, u, way, front(s, s.game.side_of[u]))}
    for h in bits(edge):
        if h in found and enters_in(s, u, h):
            found[h] = (entry_cost(s, u, h), Reach(h, {}, {}))
    return found


@fact
def waiting(s: ElArishState, side: str) -> tuple[UnitId, ...]:
    """[10.4, 10.5, 10.6] The units that may enter the map now."""
    game, own = s.game, s.game.roster.of_side[side]
    there = sorted(s.at(game.box("holding"), own) + s.at(game.box("reserve"), own))
    return tuple(u for u in there if s.turn >= game.from_turn[u])


@fact
def alike(s: ElArishState, side: str) -> dict[UnitId, UnitId]:
    """Of every ground unit that waits the first that enters like it: with the same points, in the same hexes, in the same
    place of its column."""
    first: dict[tuple[int, Hexes, int], UnitId] = {}
    found = {}
    for u in waiting(s, side):
        if not s.game.helicopters >> u & 1:
            column = s.column_length[COLUMNS.index(s.game.roster[u].formation)] if s.game.in_column >> u & 1 else -1
            found[u] = first.setdefault((s.game.allowance(s, u), entry_hexes(s, u), column), u)
    return found


def entries(s: ElArishState, units: Iterable[UnitId], side: str) -> Iterator[Action]:
    """One option for every hex a unit can get to, by the cheapest way; other ways are accepted too."""
    first = alike(s, side)
    for u in units:
        if u in first:
            name = s.game.name_of(u)
            for text in entry_texts(s, first[u]):
                yield Action("enter", (name, text))


def random_entry(s: ElArishState, u: UnitId, pick: Pick) -> Action | None:
    """One of the unit's `entries`, drawn without wording them all."""
    way = coming(s, u)
    ends = stops(s, u, way, front(s, s.game.side_of[u]))
    if not ends:
        return None
    h = ends[pick(len(ends))]
    return Action("enter", (s.game.name_of(u), path_text(s, [h] if enters_in(s, u, h) else way.path(h))))


@fact
def entry_texts(s: ElArishState, u: UnitId) -> list[str]:
    """The ways in as actions name them."""
    found = ways_in(s, u)
    texts: dict[int, dict[Hex, str]] = {}
    for _, way in found.values():
        if way.start not in texts:
            texts[way.start] = way_texts(s, way)
    return [texts[way.start][h] for h, (_, way) in found.items()]


def why_no_entry(s: ElArishState, u: UnitId, start: Hex, cited: str) -> Refusal | None:
    """[5.5, 5.10, 5.15, 10.4, 10.5, 10.6] Why the unit may not come onto the map in this hex."""
    m, names = march(s, u), {"unit": s.game.name_of(u), "hex": s.game.hex_name(start)}
    if m.enemies >> start & 1:
        return refuse(("5.5", cited), "{hex} is occupied by an enemy unit.", **names)
    if not entry_hexes(s, u) >> start & 1:
        return wrong_door(s, u, start, cited)
    if m.shunned >> start & 1:
        text = "{unit} may not enter {hex} by night: it lies in an enemy zone of control."
        return refuse("5.15", text, **names)
    spent = entry_cost(s, u, start)
    if spent <= m.budget:
        return None
    text = "{unit} is number {place} in column: {hex} costs it {cost} of {have} points."
    place = place_in_column(s, u, start)
    return refuse((cited, "5.10"), text, place=place, cost=halves(spent), have=halves(m.budget), **names)


def wrong_door(s: ElArishState, u: UnitId, start: Hex, cited: str) -> Refusal:
    """[10.4, 10.5, 10.6] Whose column or span another hex belongs to."""
    formation = s.game.roster[u].formation
    names = {"unit": s.game.name_of(u), "hex": s.game.hex_name(start), "formation": Term("formation", formation)}
    if s.game.in_column >> u & 1:
        chosen = s.column_hex[COLUMNS.index(formation)]
        if chosen:
            text = "The {formation} enters in column through {chosen} in this phase, not {hex}."
            return refuse(cited, text, chosen=s.game.hex_name(chosen), **names)
        return refuse(cited, "{unit} enters along the western edge, from 1928 to 1952, not in {hex}.", **names)
    hexes = sorted(s.game.hex_name(h) for h in bits(s.game.map.sets[str(s.game.roster[u].factors["zone"])]))
    rules = "10.6" if s.game.roster[u].factors.get("from_turn", 1) != 1 else cited
    text = "{unit} enters between {first} and {last}, not in {hex}."
    return refuse(rules, text, first=hexes[0], last=hexes[-1], **names)


def why_not_reached(s: ElArishState, u: UnitId, h: Hex, cited: str) -> Refusal:
    """[10.4, 10.5] Why an entering unit cannot get to a hex this phase, its place in the column counted."""
    text = "The path of {unit} to {hex} begins in its entry hex."
    refusal = no_stopping(s, u, h) or why_out_of_reach(s, u, gates(s, u), h)
    return refusal or refuse(cited, text, unit=s.game.name_of(u), hex=s.game.hex_name(h))


def check_enter(s: ElArishState, u: UnitId, a: Action) -> Refusal | None:
    """[10.4, 10.5, 10.6] Through the right hex, in column, at the right cost; by night into no zone [ruling ME-51]."""
    cited = "10.4" if s.game.side_of[u] == s.game.egypt else "10.5"
    refusal = why_not_due(s, u)
    if refusal:
        return refusal
    if s.game.helicopters >> u & 1:
        return refuse("5.14", "{unit} is a helicopter: it flies.", unit=s.game.name_of(u))
    p = s.game.parts(a)
    path = p.hexes
    if not path or p.words or p.amounts:
        return refuse(cited, "“{way}” is no path of hexes on the map.", way=a.args[1])
    if len(path) == 1 and not (entry_hexes(s, u) | s.game.board_edge) >> path[0] & 1:
        return why_not_reached(s, u, path[0], cited)
    refusal = why_no_entry(s, u, path[0], cited)
    if refusal:
        return refusal
    spent = entry_cost(s, u, path[0])
    return trace(s, u, path, spent, entering=True)[1] or no_stopping(s, u, path[-1])


def single_cost(s: ElArishState, h: Hex) -> int:
    """[10.4] What the first of a column pays: normal costs, the road or trail counting from the very edge."""
    return s.game.edge_costs[h]


def entry_reason(s: ElArishState, h: Hex) -> str:
    """[10.4] What the ground of an entry hex is."""
    if s.game.roads >> h & 1:
        return say("road")
    return say("trail") if s.game.trails >> h & 1 else s.game.terrain_name(h)


# As an arrival ------------------------------------------------------------------------------------------------------
def entering(s: ElArishState, side: str, u: UnitId) -> Iterator[Action]:
    return entries(s, waiting(s, side) if u < 0 else (u,), side)


def complete_entry(s: ElArishState, p: Parts, a: Action) -> Action:
    """`enter 1/Ma 4830`: the cheapest way there."""
    if p.unit < 0 or why_not_due(s, p.unit):
        return a
    found = ways_in(s, p.unit).get(p.to)
    return Action("enter", (a.args[0], path_text(s, found[1].path(p.to)))) if found else a


def check_entry(s: ElArishState, u: UnitId, a: Action) -> Refusal | None:
    if len(a.args) == 2:
        return check_enter(s, u, a)
    return refuse(
        "10.4" if s.game.side_of[u] == s.game.egypt else "10.5", "Say where: enter {unit} HEX.", unit=s.game.name_of(u)
    )


def entry_details(s: ElArishState, p: Parts) -> DetailsFacts:
    """What every step costs, the entry hex by the place in the column."""
    u, path = p.unit, p.hexes
    cited = cite("10.4" if s.game.in_column >> u & 1 else "10.5")
    place = place_in_column(s, u, path[0])
    why = say("{ground}, number {n} in column [{rule}]", ground=entry_reason(s, path[0]), n=place, rule=cited)
    first = step(s.game.hex_name(path[0]), entry_cost(s, u, path[0]), why)
    return move_details((), [first, *walk(s, u, path)], march(s, u).budget)


def enter(s: ElArishState, p: Parts) -> None:
    """[10.4, 10.5] The unit comes in; the column, or the queue of its entry hex, grows."""
    game, u, path = s.game, p.unit, p.path
    s.moved |= 1 << u
    if game.in_column >> u & 1:
        i = COLUMNS.index(game.roster[u].formation)
        s.column_hex[i] = path[0]
        s.column_length[i] += 1
    else:
        s.queue = (*s.queue, path[0])
        if not game.map.sets[str(game.roster[u].factors["zone"])] >> path[0] & 1:
            s.matt_special = True
    s.loc[u] = path[-1]
    s.tell(
        "10.4" if game.side_of[u] == game.egypt else "10.5",
        "{unit} enters through {start} and moves to {hex}.",
        unit=game.name_of(u),
        start=game.hex_name(path[0]),
        hex=game.hex_name(path[-1]),
        at=path,
        about="arrival",
    )
    first_on_map(s, u)


ENTRY = Arrival(entering, check_entry, enter, entry_details, complete_entry)
