"""[8.3, 10.0, 11.0, 26.1, 29.1-29.3, 29.5] The ways into play: who may come how, and where."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sandtable.core import Refusal, Sentence, refuse, say

from . import stacking
from .state import MusketeerState

HELICOPTER_RANGE = 4
LIBYA_LIMIT = 2


def direct_assault_by_air(s: MusketeerState) -> bool:
    """[29.0, 29.5] Paradrops on enemies belong to the special tactics."""
    return s.game.special_tactics


# Where a unit may go, by way of entry ---------------------------------------------------------------------------
def entry_hexes(s: MusketeerState, u: int) -> int:
    """[8.3] Ground entry: Egyptians in their places, the Arab League and the USSR over the map edge."""
    game = s.game
    match game.contingent_of[u]:
        case "egypt":
            return (game.urban | game.forts) & game.egypt
        case "arab-league":
            return game.south_edge
        case "ussr":
            return game.south_edge | game.east_edge
    return 0


def transfer_hexes(s: MusketeerState, u: int) -> int:
    """[10.1] Air transfer: airbases occupied by the same contingent."""
    game, contingent = s.game, s.contingent
    if contingent == "ussr" or not game.mechanized >> u & 1:
        return game.airbases & s.occupied(game.ground_by[contingent])
    return 0


def drop_hexes(s: MusketeerState, u: int) -> int:
    """[10.2, 10.3, 24.3, 29.5] Paradrop: anywhere on land; on enemies only as a direct assault."""
    game = s.game
    if not game.droppable >> u & 1:
        return 0
    return game.enterable if direct_assault_by_air(s) else game.enterable & ~s.held(game.enemy[s.side])


def ship_hexes(s: MusketeerState, u: int) -> int:
    """[11.1, 11.2] Naval transfer: ports on either sea occupied by the same contingent [ruling MU-29]."""
    return s.game.ports & s.occupied(s.game.ground_by[s.contingent])


def landing_hexes(s: MusketeerState, u: int) -> int:
    """[11.3, 11.4, 11.5, 29.5] Amphibious assault: any Mediterranean coastal hex, whatever is at sea [ruling MU-09]."""
    return s.game.med_coast if s.game.landable >> u & 1 else 0


def helicopter_hexes(s: MusketeerState, u: int) -> int:
    """[26.1] From the box near the Mediterranean, from an airbase to near it, or from near an own airbase to it."""
    game = s.game
    if s.contingent != "anglo-french" or game.mechanized >> u & 1:
        return 0
    here = s.loc[u]
    if here < 0:
        hexes = game.near_mediterranean
    else:
        near = game.map.grid.within(here, HELICOPTER_RANGE)
        own = game.airbases & s.occupied(game.ground_by["anglo-french"])
        hexes = near & game.enterable if game.airbases >> here & 1 else near & own
    return hexes & ~s.held("east")


def libya_hexes(s: MusketeerState, u: int) -> int:
    """[29.1] Libya: the west edge, for British and US units."""
    game = s.game
    return game.west_edge if game.of_libya >> u & 1 and game.special_tactics else 0


def red_sea_hexes(s: MusketeerState, u: int) -> int:
    """[29.2] The one sealift of the game to a Red Sea coast, for any unit of either contingent [ruling MU-29]."""
    game = s.game
    if s.red_sea or not game.special_tactics:
        return 0
    return game.red_sea_coast & ~s.held("east")


def infiltration_hexes(s: MusketeerState, u: int) -> int:
    """[29.3] Infiltration: Egyptian airbases; `open_hexes` leaves out those with enemies and with other contingents."""
    game = s.game
    if not (game.infiltrators >> u & 1 and game.special_tactics):
        return 0
    return game.airbases & game.egypt


WAYS: dict[str, tuple[str, Callable[[MusketeerState, int], int]]] = {
    "enter": ("8.3", entry_hexes),
    "transfer": ("10.1", transfer_hexes),
    "drop": ("10.2", drop_hexes),
    "ship": ("11.2", ship_hexes),
    "land": ("11.4", landing_hexes),
    "helicopter": ("26.1", helicopter_hexes),
    "libya": ("29.1", libya_hexes),
    "red-sea": ("29.2", red_sea_hexes),
    "infiltrate": ("29.3", infiltration_hexes),
}
AIRBORNE = ("transfer", "drop")
SEALIFT = ("ship", "land", "red-sea")
MAY_ASSAULT = ("drop", "land")
STARTING_ON_MAP = ("drop", "land", "helicopter")


def comes(way: str, unit: str, where: str) -> Sentence:
    """A unit, or "a unit of" somebody, comes into play in a place."""
    match way:
        case "enter":
            return say("{unit^} enters the map in {where}.", unit=unit, where=where)
        case "transfer":
            return say("{unit^} is flown to {where}.", unit=unit, where=where)
        case "drop":
            return say("{unit^} drops on {where}.", unit=unit, where=where)
        case "ship":
            return say("{unit^} is shipped to {where}.", unit=unit, where=where)
        case "land":
            return say("{unit^} lands in {where}.", unit=unit, where=where)
        case "helicopter":
            return say("{unit^} is carried by helicopter to {where}.", unit=unit, where=where)
        case "libya":
            return say("{unit^} comes from Libya to {where}.", unit=unit, where=where)
        case "red-sea":
            return say("{unit^} lands on the Red Sea coast in {where}.", unit=unit, where=where)
    return say("{unit^} appears in {where}.", unit=unit, where=where)


def button(way: str, unit: str) -> Sentence:
    """What brings a unit into play, as a button."""
    match way:
        case "enter":
            return say("Bring {unit} in over land", unit=unit)
        case "transfer":
            return say("Fly {unit} to an airbase", unit=unit)
        case "drop":
            return say("Drop {unit} by parachute", unit=unit)
        case "ship":
            return say("Ship {unit} to a port", unit=unit)
        case "land":
            return say("Land {unit} on the coast", unit=unit)
        case "helicopter":
            return say("Carry {unit} by helicopter", unit=unit)
        case "libya":
            return say("Bring {unit} through Libya", unit=unit)
        case "red-sea":
            return say("Land {unit} on the Red Sea coast", unit=unit)
    return say("Bring {unit} to an airbase unseen", unit=unit)


def question(s: MusketeerState, way: str, u: int) -> Sentence:
    """[8.3, 10.2, 11.4, 29.5] Where to?"""
    unit = s.game.name_of(u)
    match way:
        case "enter":
            return say("{unit} enters the map: choose the hex [8.3].", unit=unit)
        case "transfer":
            return say("{unit} is flown in: choose the airbase [10.1].", unit=unit)
        case "drop" if direct_assault_by_air(s):
            return say("{unit} drops: choose the hex (on enemies it is a direct assault) [10.2, 29.5].", unit=unit)
        case "drop":
            return say("{unit} drops: choose the hex [10.2].", unit=unit)
        case "ship":
            return say("{unit} is shipped in: choose the port [11.2].", unit=unit)
        case "land":
            return say("{unit} lands: choose the hex (on enemies it is a direct assault) [11.4, 29.5].", unit=unit)
        case "helicopter":
            return say("{unit} is carried by helicopter: choose the hex [26.1].", unit=unit)
        case "libya":
            return say("{unit} comes from Libya: choose the hex [29.1].", unit=unit)
        case "red-sea":
            return say("{unit} lands on the Red Sea coast: choose the hex [29.2].", unit=unit)
    return say("{unit} appears: choose the airbase [29.3].", unit=unit)


def starts_on_map(s: MusketeerState, way: str, u: int) -> bool:
    """[10.2, 11.4, 26.1] May this unit start from where it stands on the map?"""
    game, here = s.game, s.loc[u]
    if here <= 0 or (s.landed | s.lifted | s.assaulting) >> u & 1:
        return False
    return (
        (way == "drop" and bool(game.airbases >> here & 1))
        or (way == "land" and bool(game.med_ports >> here & 1))
        or way == "helicopter"
    )


def wrong_start(way: str, unit: str) -> Refusal:
    """[10.2, 11.2, 11.4] A unit that is neither in the box nor where this way may begin."""
    rule = WAYS[way][0]
    if way == "drop":
        return refuse(rule, "{unit} must start in the Reinforcement Box or on an airbase.", unit=unit)
    if way == "land":
        return refuse(rule, "{unit} must start in the Reinforcement Box or in a Mediterranean port.", unit=unit)
    return refuse(rule, "{unit} must start in the Reinforcement Box.", unit=unit)


def why_not(s: MusketeerState, way: str, u: int) -> Refusal | None:
    """[7.2, 8.2, 10.4, 11.6, 26.1, 27.3, 29.1] Why this unit may not come this way now, apart from the place."""
    game, contingent = s.game, s.contingent
    name, title = game.name_of(u), game.title_of[contingent]
    if game.contingent_of[u] != contingent or not game.ground >> u & 1:
        return refuse(
            "7.2",
            "{unit} is not a ground unit of the activated contingent ({contingent}).",
            unit=name,
            contingent=title,
        )
    if game.static >> u & 1 and s.loc[u] > 0:
        return refuse("9.5", "{unit} is static.", unit=name)
    from_box = s.loc[u] == game.box_of[contingent]
    if not from_box and not starts_on_map(s, way, u):
        if s.lifted >> u & 1:
            return refuse(WAYS[way][0], "{unit} has been carried in this impulse already.", unit=name)
        return wrong_start(way, name)
    if contingent == "israel" and way != "drop":
        return refuse("8.3", "Israeli units enter by paradrop only.")
    if from_box and way != "libya" and s.ground_entered >= game.ground_limit[contingent]:
        limit = game.ground_limit[contingent]
        return refuse(
            "8.2",
            "{contingent} may bring {n} {n#ground unit|ground units} per impulse and has brought {n}.",
            contingent=title,
            n=limit,
        )
    return no_lift(s, way, from_box)


def launch_of(way: str) -> str:
    """[27.3] What the box needs for this way: a port or an airbase."""
    return "port" if way in SEALIFT else "airbase" if way in (*AIRBORNE, "helicopter") else ""


def lift_left(s: MusketeerState, way: str, from_box: bool) -> bool:
    """[10.4, 11.6, 26.1, 27.3, 29.1] Is there something left in this impulse that carries units this way?"""
    game, contingent = s.game, s.contingent
    launch = launch_of(way)
    if from_box and launch and launch not in game.facilities[contingent]:
        return False
    if way in AIRBORNE:
        return s.airborne_moves < game.airborne_limit[contingent]
    if way in SEALIFT:
        return s.sealifts < game.sealift_limit[contingent]
    return not (way == "helicopter" and s.helicopter) and not (way == "libya" and s.libya >= LIBYA_LIMIT)


def no_lift(s: MusketeerState, way: str, from_box: bool) -> Refusal | None:
    """[10.4, 11.1, 11.6, 26.1, 27.3, 29.1] What carries units has been used, or the contingent has none of it."""
    if lift_left(s, way, from_box):
        return None
    game, contingent, launch = s.game, s.contingent, launch_of(way)
    title, flights, trips = game.title_of[contingent], game.airborne_limit[contingent], game.sealift_limit[contingent]
    if way in SEALIFT and not trips:
        return refuse("11.1", "{contingent} has no sealift moves.", contingent=title)
    if way in AIRBORNE and not flights:
        return refuse(WAYS[way][0], "{contingent} has no airborne moves.", contingent=title)
    if from_box and launch == "port" and launch not in game.facilities[contingent]:
        return refuse("27.3", "The Reinforcement Box of {contingent} has no port.", contingent=title)
    if from_box and launch and launch not in game.facilities[contingent]:
        return refuse("27.3", "The Reinforcement Box of {contingent} has no airbase.", contingent=title)
    if way in AIRBORNE:
        text = "{contingent} has made its {n} {n#airborne move|airborne moves}."
        return refuse("10.4", text, contingent=title, n=flights)
    if way in SEALIFT:
        return refuse(
            "11.6", "{contingent} has made its {n} {n#sealift move|sealift moves}.", contingent=title, n=trips
        )
    if way == "helicopter":
        return refuse("26.1", "The helicopters have flown in this activation.")
    return refuse("29.1", "{n} units have come through Libya in this impulse.", n=LIBYA_LIMIT)


def comers(s: MusketeerState) -> Iterator[tuple[str, int]]:
    """[8.3] Every ground unit with every way that has at least one open hex: what `why_not` and `open_hexes` allow."""
    game, c = s.game, s.contingent
    ways = [way for way in WAYS if c != "israel" or way == "drop"]
    box_full = s.ground_entered >= game.ground_limit[c]
    from_box = [w for w in ways if lift_left(s, w, True) and (w == "libya" or not box_full)]
    on_map = [w for w in ways if w in STARTING_ON_MAP and lift_left(s, w, False)]
    known: dict[int, list[str]] = {}
    for u in game.members[c]:
        if s.loc[u] > 0:
            for way in on_map:
                if starts_on_map(s, way, u) and open_hexes(s, way, u):
                    yield way, u
        elif s.loc[u] == game.box_of[c]:
            kind = game.kind[u]
            if kind not in known:  # what is in the box differs in nothing but its kind
                known[kind] = [way for way in from_box if open_hexes(s, way, u)]
            for way in known[kind]:
                yield way, u


def open_hexes(s: MusketeerState, way: str, u: int) -> int:
    """[8.3, 12.5, 28.1, 29.5] Where this unit may be placed by this way: no enemies unless it assaults, no full stack."""
    hexes = within_reach(s, way, u)
    return hexes & ~stacking.full_for(s, u) if hexes else 0


def within_reach(s: MusketeerState, way: str, u: int) -> int:
    """[8.3, 12.5, 28.1, 29.5] Hexes to which this way leads, full or not."""
    game, here = s.game, s.loc[u]
    hexes = WAYS[way][1](s, u) & game.allowed[s.contingent]
    if hexes and way not in MAY_ASSAULT:
        hexes &= ~s.held(game.enemy[s.side])
    return hexes & ~(1 << here) if here > 0 else hexes


def why_not_there(s: MusketeerState, way: str, u: int, h: int) -> Refusal:
    """Why this unit may not be placed in this hex by this way."""
    game, where, title = s.game, s.game.where(h), s.game.title_of[s.contingent]
    if way not in MAY_ASSAULT and s.held(game.enemy[s.side]) >> h & 1:
        return refuse(("8.3", "12.5"), "{where} contains enemy units.", where=where)
    full = stacking.refusal(s, u, h)
    if full and WAYS[way][1](s, u) >> h & 1:
        return full
    rule = WAYS[way][0]
    match way:
        case "enter" if s.contingent == "egypt":
            return refuse(rule, "{where} is not a city, town or fortification in Egypt.", where=where)
        case "enter":
            return refuse(rule, "{where} is not on the map edge where these units enter.", where=where)
        case "drop":
            text = "{where} contains enemy units; drops on them belong to the special tactics, which are not in use."
            return refuse(("10.3", "29.0"), text, where=where)
        case "transfer":
            return refuse(rule, "{where} is not an airbase held by {contingent} units.", where=where, contingent=title)
        case "ship":
            return refuse(rule, "{where} is not a port held by {contingent} units.", where=where, contingent=title)
        case "land":
            return refuse(rule, "{where} is not a coastal hex of the Mediterranean.", where=where)
        case "helicopter":
            return too_far_to_fly(s, u, where)
        case "libya":
            return refuse(rule, "{where} is not on the west map edge.", where=where)
        case "red-sea":
            return refuse(rule, "{where} is not a coastal hex of the Red Sea.", where=where)
    return refuse(rule, "{where} is not an Egyptian airbase without other contingents.", where=where)


def too_far_to_fly(s: MusketeerState, u: int, where: str) -> Refusal:
    """[26.1] Why the helicopters do not carry a unit there."""
    n, here = HELICOPTER_RANGE, s.loc[u]
    if here < 0:
        return refuse("26.1", "{where} is not within {n} hexes of the Mediterranean.", where=where, n=n)
    if s.game.airbases >> here & 1:
        return refuse("26.1", "{where} is not within {n} hexes of the airbase.", where=where, n=n)
    text = "{where} is not an airbase held by {contingent} units within {n} hexes."
    return refuse("26.1", text, where=where, contingent=s.game.title_of[s.contingent], n=n)


def unfit(s: MusketeerState, way: str, u: int) -> Refusal:
    """Why no hex is open to this unit by this way."""
    game, c = s.game, s.contingent
    name, rule = game.name_of(u), WAYS[way][0]
    title = game.title_of[c]
    if way == "drop" and not game.droppable >> u & 1:
        if game.airborne_type >> u & 1:
            return refuse("24.3", "{unit} is airborne in name only and may not drop.", unit=name)
        return refuse("10.2", "{unit} has no airborne symbol.", unit=name)
    if way == "enter" and c not in ("egypt", "arab-league", "ussr"):
        return refuse("8.3", "{contingent} enters by air and sea, not over land.", contingent=title)
    if way in ("transfer", "helicopter") and game.mechanized >> u & 1 and c != "ussr":
        return refuse(rule, "{unit} is mechanized and cannot be flown in.", unit=name)
    if way == "transfer":
        return refuse(rule, "No airbase held by {contingent} units has room for {unit}.", contingent=title, unit=name)
    if way == "helicopter" and c != "anglo-french":
        return refuse("26.1", "Only the Anglo-French have helicopters.")
    if way == "ship":
        return refuse(rule, "No port held by {contingent} units has room for {unit}.", contingent=title, unit=name)
    if way == "land" and not game.landable >> u & 1:
        return refuse("11.3", "{unit} has neither anchor nor airborne nor infantry symbol.", unit=name)
    if way in ("libya", "red-sea", "infiltrate") and not game.special_tactics:
        return refuse((rule, "29.0"), "The special tactics are not in use.")
    if way == "libya" and game.roster[u].nation not in ("uk", "us"):
        return refuse("29.1", "{unit} is neither British nor US.", unit=name)
    if way == "red-sea" and s.red_sea:
        return refuse("29.2", "The one Red Sea landing of the game has been made.")
    if way == "infiltrate" and not game.infiltrators >> u & 1:
        return refuse("29.3", "{unit} is neither the volunteer group nor the KGB.", unit=name)
    text = "{unit} finds no hex open: its places are taken by enemies, full, or not held by {contingent} units."
    return refuse(rule, text, unit=name, contingent=title)
