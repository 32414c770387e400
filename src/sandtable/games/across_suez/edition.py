"""The two editions as one record of named decisions, each with the paragraph it comes from.

No rule asks which edition is played: it asks the record, and cites the paragraph that the record names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Paragraphs:
    """Where an edition's book says what: the numbers that prompts, refusals and the log cite."""

    sequence: str
    end_of_turn: str
    movement: str
    allowance: str
    terrain: str
    roads: str
    enemy_hex: str
    stacking: str
    stop: str
    attack: str
    voluntary: str
    attack_once: str
    attacked_once: str
    together: str
    announce: str
    differential: str
    results: str
    retreat: str
    advance: str
    map_edge: str
    reinforcements: str
    entry_cost: str
    blocked_entry: str
    delay: str
    schedule: str
    combined_arms: str
    confusion_move: str
    confusion_attack: str
    night: str
    crossing: str
    ferry: str
    bridge: str
    no_return: str
    bridge_terrain: str
    bridge_moves: str
    terrain_shift: str
    ridge_shift: str
    bombardment: str
    bombarded_once: str
    support: str
    support_limit: str
    artillery_night: str
    victory: str
    line: str
    six_across: str


@dataclass(frozen=True, slots=True)
class Edition:
    """What distinguishes one edition from the other."""

    id: str
    """The column of this edition in tables.toml, and the prefix of its ledger."""
    rule: Paragraphs
    night_halves_movement: bool
    """[1980:10.0, 2021:12.2] At night allowances are halved; otherwise they are two points less."""
    trail_is_optional: bool
    """[1980:4.2, 2021:5.4] A unit crossing a trail hexside may pay the hex's own terrain instead [ruling AS-04]."""
    entry_by_road: bool
    """[1980:7.1, 2021:11.0] A reinforcement enters a road hex at the road cost [ruling AS-07]."""
    diverts_when_full: bool
    """[1980:7.2, 2021:11.0] Units that find an enemy-controlled entry hex full go elsewhere [ruling AS-08]."""
    zones_stop_at_prohibited: bool
    """[1980:4.5, 2021:6.0] Zones of control do not reach into prohibited terrain or across prohibited hexsides."""
    phase_may_end_stacked: bool
    """[1980:4.4, 2021:5.2] A player may end his phase with two units in a hex, and lose one [ruling AS-02]."""
    defender_retreats_away: bool
    """[1980:6.3, 2021:7.3] A defender retreats away from its attackers; otherwise one hex, by the retreat rules alone [ruling AS-32]."""
    bridge_keeps_to_clear_and_road: bool
    """[1980:14.2, 2021:13.2] The bridge unit enters clear and road hexes only [ruling AS-34]."""
    losing_the_bridge_ends_the_game: bool
    """[1980:14.2, 2021:14.2] The elimination of the bridge unit is a sudden death [ruling AS-12]."""


EDITION_1980: Final = Edition(
    id="1980",
    rule=Paragraphs(
        sequence="3.0",
        end_of_turn="3.0",
        movement="4.0",
        allowance="4.1",
        terrain="4.2",
        roads="4.2",
        enemy_hex="4.3",
        stacking="4.4",
        stop="4.5",
        attack="5.0",
        voluntary="5.1",
        attack_once="5.3",
        attacked_once="5.4",
        together="5.5",
        announce="6.1",
        differential="6.0",
        results="6.3",
        retreat="6.4",
        advance="6.5",
        map_edge="5.6",
        reinforcements="7.0",
        entry_cost="7.1",
        blocked_entry="7.2",
        delay="7.3",
        schedule="7.4",
        combined_arms="8.0",
        confusion_move="9.1",
        confusion_attack="9.2",
        night="10.0",
        crossing="11.0",
        ferry="11.1",
        bridge="11.2",
        no_return="11.3",
        bridge_terrain="14.2",
        bridge_moves="14.2",
        terrain_shift="12.1",
        ridge_shift="12.2",
        bombardment="13.0",
        bombarded_once="13.2",
        support="13.3",
        support_limit="13.4",
        artillery_night="13.5",
        victory="14.0",
        line="14.1",
        six_across="11.5",
    ),
    night_halves_movement=False,
    trail_is_optional=False,
    entry_by_road=True,
    diverts_when_full=True,
    zones_stop_at_prohibited=False,
    phase_may_end_stacked=True,
    defender_retreats_away=True,
    bridge_keeps_to_clear_and_road=True,
    losing_the_bridge_ends_the_game=False,
)

EDITION_2021: Final = Edition(
    id="2021",
    rule=Paragraphs(
        sequence="4.0",
        end_of_turn="4.3",
        movement="5.1",
        allowance="5.2",
        terrain="5.3",
        roads="5.4",
        enemy_hex="5.2",
        stacking="5.2",
        stop="6.1",
        attack="7.1",
        voluntary="7.1",
        attack_once="7.1",
        attacked_once="7.1",
        together="7.1",
        announce="7.2",
        differential="7.2",
        results="7.3",
        retreat="7.4.2",
        advance="7.4.1",
        map_edge="7.4.2",
        reinforcements="11.0",
        entry_cost="11.0",
        blocked_entry="11.0",
        delay="11.0",
        schedule="11.1",
        combined_arms="10.0",
        confusion_move="12.1",
        confusion_attack="12.1",
        night="12.2",
        crossing="13.1",
        ferry="13.1",
        bridge="13.2",
        no_return="13.1",
        bridge_terrain="13.2",
        bridge_moves="14.2",
        terrain_shift="8.0",
        ridge_shift="8.0",
        bombardment="9.2",
        bombarded_once="9.2",
        support="9.1",
        support_limit="9.1",
        artillery_night="9.3",
        victory="14.1",
        line="14.1",
        six_across="14.1",
    ),
    night_halves_movement=True,
    trail_is_optional=True,
    entry_by_road=False,
    diverts_when_full=False,
    zones_stop_at_prohibited=True,
    phase_may_end_stacked=False,
    defender_retreats_away=False,
    bridge_keeps_to_clear_and_road=False,
    losing_the_bridge_ends_the_game=True,
)
