"""[8.3, 10.0, 11.0, 26.1, 29.1-29.3, 29.5] The ways into play: who may come how, and where."""

from __future__ import annotations

from collections.abc import Callable

from sandtable.core import Refusal

from . import stacking
from .state import MusketeerState
from .wording import counted

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
    if contingent == "ussr" or (contingent in ("anglo-french", "us") and not game.mechanized >> u & 1):
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
    game, contingent = s.game, s.contingent
    if contingent in ("anglo-french", "us"):
        return game.ports & s.occupied(game.ground_by[contingent])
    return 0


def landing_hexes(s: MusketeerState, u: int) -> int:
    """[11.3, 11.4, 11.5, 29.5] Amphibious assault: any Mediterranean coastal hex, whatever is at sea [ruling MU-09]."""
    game = s.game
    if s.contingent in ("anglo-french", "us") and game.landable >> u & 1:
        return game.med_coast
    return 0


def helicopter_hexes(s: MusketeerState, u: int) -> int:
    """[26.1] From the box near the Mediterranean, from an airbase to near it, or from near an own airbase to it."""
    game = s.game
    if s.contingent != "anglo-french" or game.mechanized >> u & 1:
        return 0
    here = s.loc[u]
    if here < 0:
        hexes = game.near_mediterranean
    else:
        near = game.map.grid.within(here, HELICOPTER_RANGE) & ~(1 << here)
        own = game.airbases & s.occupied(game.ground_by["anglo-french"])
        hexes = near & game.enterable if game.airbases >> here & 1 else near & own
    return hexes & ~s.held("east")


def libya_hexes(s: MusketeerState, u: int) -> int:
    """[29.1] Libya: the west edge, for British and US units."""
    game = s.game
    return game.west_edge if game.roster[u].nation in ("uk", "us") and game.special_tactics else 0


def red_sea_hexes(s: MusketeerState, u: int) -> int:
    """[29.2] The one sealift of the game to a Red Sea coast, for any unit of either contingent [ruling MU-29]."""
    game = s.game
    if s.red_sea or not game.special_tactics or s.contingent not in ("anglo-french", "us"):
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
TITLES = {
    "enter": "enters the map",
    "transfer": "is flown in",
    "drop": "drops",
    "ship": "is shipped in",
    "land": "lands",
    "helicopter": "is carried by helicopter",
    "libya": "comes from Libya",
    "red-sea": "lands on the Red Sea coast",
    "infiltrate": "appears",
}


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


def why_not(s: MusketeerState, way: str, u: int) -> Refusal | None:
    """[7.2, 8.2, 10.4, 11.6, 26.1, 27.3, 29.1] Why this unit may not come this way now, apart from the place."""
    game, contingent = s.game, s.contingent
    name, title = game.name_of(u), game.title_of[contingent]
    if game.contingent_of[u] != contingent or not game.ground >> u & 1:
        return Refusal(("7.2",), f"{name} is not a ground unit of the activated contingent ({title}).")
    if game.static >> u & 1 and s.loc[u] > 0:
        return Refusal(("9.5",), f"{name} is static.")
    from_box = s.loc[u] == game.box_of[contingent]
    if not from_box and not starts_on_map(s, way, u):
        if s.lifted >> u & 1:
            return Refusal((WAYS[way][0],), f"{name} has been carried in this impulse already.")
        place = {"drop": " or on an airbase", "land": " or in a Mediterranean port"}.get(way, "")
        return Refusal((WAYS[way][0],), f"{name} must start in the Reinforcement Box{place}.")
    if contingent == "israel" and way != "drop":
        return Refusal(("8.3",), "Israeli units enter by paradrop only.")
    if from_box and way != "libya" and s.ground_entered >= game.ground_limit[contingent]:
        limit = game.ground_limit[contingent]
        return Refusal(
            ("8.2",), f"{title} may bring {counted(limit, 'ground unit')} per impulse and has brought {limit}."
        )
    if (way in AIRBORNE and not game.airborne_limit[contingent]) or (
        way in SEALIFT and not game.sealift_limit[contingent]
    ):
        rule = "11.1" if way in SEALIFT else WAYS[way][0]
        return Refusal((rule,), f"{title} has no {'sealift' if way in SEALIFT else 'airborne'} moves.")
    launch = "port" if way in SEALIFT else "airbase" if way in (*AIRBORNE, "helicopter") else ""
    if from_box and launch and launch not in game.facilities[contingent]:
        return Refusal(("27.3",), f"The Reinforcement Box of {title} has no {launch}.")
    if way in AIRBORNE and s.airborne_moves >= game.airborne_limit[contingent]:
        return Refusal(("10.4",), f"{title} has made its {counted(game.airborne_limit[contingent], 'airborne move')}.")
    if way in SEALIFT and s.sealifts >= game.sealift_limit[contingent]:
        return Refusal(("11.6",), f"{title} has made its {counted(game.sealift_limit[contingent], 'sealift move')}.")
    if way == "helicopter" and s.helicopter:
        return Refusal(("26.1",), "The helicopters have flown in this activation.")
    if way == "libya" and s.libya >= LIBYA_LIMIT:
        return Refusal(("29.1",), f"{LIBYA_LIMIT} units have come through Libya in this impulse.")
    return None


def open_hexes(s: MusketeerState, way: str, u: int) -> int:
    """[8.3, 12.5, 28.1, 29.5] Where this unit may be placed by this way: no enemies unless it assaults, no full stack."""
    game = s.game
    hexes = WAYS[way][1](s, u) & game.allowed[s.contingent]
    if not hexes:
        return 0
    if way not in MAY_ASSAULT:
        hexes &= ~s.held(game.enemy[s.side])
    here = s.loc[u]
    return hexes & ~stacking.full_for(s, u) & ~(1 << here if here > 0 else 0)


def why_not_there(s: MusketeerState, way: str, u: int, h: int) -> Refusal:
    """Why this unit may not be placed in this hex by this way."""
    game, where, title = s.game, s.game.where(h), s.game.title_of[s.contingent]
    if way not in MAY_ASSAULT and s.held(game.enemy[s.side]) >> h & 1:
        return Refusal(("8.3", "12.5"), f"{where} contains enemy units.")
    full = stacking.refusal(s, u, h)
    if full and WAYS[way][1](s, u) >> h & 1:
        return full
    match way:
        case "enter" if s.contingent == "egypt":
            need = "a city, town or fortification in Egypt"
        case "enter":
            need = "on the map edge where these units enter"
        case "drop":
            text = f"{where} contains enemy units; drops on them belong to the special tactics, which are not in use."
            return Refusal(("10.3", "29.0"), text)
        case "transfer":
            need = f"an airbase held by {title} units"
        case "ship":
            need = f"a port held by {title} units"
        case "land":
            need = "a coastal hex of the Mediterranean"
        case "helicopter" if s.loc[u] < 0:
            need = f"within {HELICOPTER_RANGE} hexes of the Mediterranean"
        case "helicopter" if game.airbases >> s.loc[u] & 1:
            need = f"within {HELICOPTER_RANGE} hexes of the airbase"
        case "helicopter":
            need = f"an airbase held by {title} units within {HELICOPTER_RANGE} hexes"
        case "libya":
            need = "on the west map edge"
        case "red-sea":
            need = "a coastal hex of the Red Sea"
        case _:
            need = "an Egyptian airbase without other contingents"
    return Refusal((WAYS[way][0],), f"{where} is not {need}.")


def unfit(s: MusketeerState, way: str, u: int) -> Refusal:
    """Why no hex is open to this unit by this way."""
    game, c = s.game, s.contingent
    name, rule = game.name_of(u), WAYS[way][0]
    text = f"{name} finds no hex open: its places are taken by enemies, full, or not held by {game.title_of[c]} units."
    if way == "drop" and not game.droppable >> u & 1:
        if game.airborne_type >> u & 1:
            return Refusal(("24.3",), f"{name} is airborne in name only and may not drop.")
        return Refusal(("10.2",), f"{name} has no airborne symbol.")
    if way == "enter" and c not in ("egypt", "arab-league", "ussr"):
        return Refusal(("8.3",), f"{game.title_of[c]} enters by air and sea, not over land.")
    if way in ("transfer", "helicopter") and game.mechanized >> u & 1 and c != "ussr":
        return Refusal((rule,), f"{name} is mechanized and cannot be flown in.")
    if way == "transfer":
        text = f"No airbase held by {game.title_of[c]} units has room for {name}."
    if way == "helicopter" and c != "anglo-french":
        return Refusal(("26.1",), "Only the Anglo-French have helicopters.")
    if way == "ship":
        text = f"No port held by {game.title_of[c]} units has room for {name}."
    if way == "land" and not game.landable >> u & 1:
        return Refusal(("11.3",), f"{name} has neither anchor nor airborne nor infantry symbol.")
    if way in ("libya", "red-sea", "infiltrate") and not game.special_tactics:
        return Refusal((rule, "29.0"), "The special tactics are not in use.")
    if way == "libya" and game.roster[u].nation not in ("uk", "us"):
        return Refusal(("29.1",), f"{name} is neither British nor US.")
    if way == "red-sea" and s.red_sea:
        return Refusal(("29.2",), "The one Red Sea landing of the game has been made.")
    if way == "infiltrate" and not game.infiltrators >> u & 1:
        return Refusal(("29.3",), f"{name} is neither the volunteer group nor the KGB.")
    return Refusal((rule,), text)
