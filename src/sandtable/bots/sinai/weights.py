"""Every number by which the greedy opponent judges, in one place.

The unit of account is one Movement Point nearer to a goal. Victory Points are brought to it by `VP`.
"""

from __future__ import annotations

# ways ---------------------------------------------------------------------------------------------------------
FAR = 90
"""Movement Points beyond which all places are equally far."""
ZONE_DELAY, UNIT_DELAY, CLOSED_DELAY = 2, 4, 40
"""Movement Points that an enemy zone, an enemy unit and land closed to the side are taken to cost on the way."""
ZONE_HASTE, UNIT_HASTE = 3, 6
"""The same for Israel in 1956, where every stop costs more: supply lasts four Game-Turns [23.11]."""
HASTE = 2.0
"""What an Overrun off the way costs there for everything it loses on the way."""
RACE = 21
"""Vehicles within this many hexes of a crossing think of nothing but the Canal (1956 and 1967)."""

# aims ---------------------------------------------------------------------------------------------------------
CROWD = 20.0
"""How much farther an aim seems when the Strength it needs is already on its way."""
SURPLUS = 40.0
"""The same for every further time that Strength, where the aim says how much is enough."""
PASS, PASS_WITH_JORDAN, AGAINST = 8.0, 6.0, 1.5
"""Strength that is enough for a pass of 1956, without and with Jordan in the scenario, and what each Strength Point of the
enemies there adds."""
CHASE = 0.5
"""Weight of intruders in 1956 while the West Bank has to be cleared: those who left it do not matter for goal C."""

# ground -------------------------------------------------------------------------------------------------------
VP = 0.35
"""Worth of one Victory Point of land taken or denied: it may be lost again before the game ends."""
OFF_ROAD = 0.3
"""Share of that worth in sand and hills, where Arab units are out of supply and nobody moves on."""
HOLD_CROSSING, MAN_CROSSING = 12.0, 5.0
"""Staying alone on a hex of goal A, and ending there where nobody else does: whoever leaves lets the enemy be the last to pass [21.1]."""
BLOCK = 0.3
"""Every hex behind the enemy that a zone newly closes."""

# battles ------------------------------------------------------------------------------------------------------
HIT = (1 / 6, 2 / 6, 3 / 6, 4 / 6, 1.0)
"""Chance that an Attack Superiority of 0, 1, 2, 3, 4 or more drives the defender off (the table's retreats)."""
ENOUGH = 10
"""Superiority beyond which another attacker serves better elsewhere."""
DRIVE, DRIVE_POINT = 3.0, 0.5
"""Driving a stack off, and every Strength Point of it."""
KILL, KILL_POINT = 2.0, 0.5
"""Destroying a unit beyond that, and every Strength Point of it."""
BOUNTY = 15.0
"""The garrison of Sharm-el-Sheik in 1956, which must be destroyed [23.19]."""
BESIEGERS, SOON, THIS_SIDE, BEHIND = 3, 6, 4, 4
"""Round that garrison: units whose posts are tried; turns they may still be away when the paratroops drop; Movement Points
by which the posts on their side differ at most; how many hexes from it the paratroops land at most."""
ON_AIM = 4.0
"""The stack stands on an aim."""
ROADBLOCK, OFF_THE_WAY, RACE_POINT = 3.0, 1.0, 0.2
"""During the race to the Canal: a stack on a road, elsewhere, and every Strength Point of it."""
SETTLEMENT, BAR_LEV, CITY = 5.0, 7.0, 12.0
"""Destroying an empty Settlement, a Bar Lev hex, a City."""
PRICE = 2.0
"""The Egyptian unit that a Bar Lev hex may cost [25.21]."""
ADVANCE = 0.3
"""A vacated hex is worth a little in itself."""
SPARE = 0.05
"""An attack worth less than this is not made."""
DETOUR = 1.0
"""What a unit gives up elsewhere by taking its post for an attack, weighed against the gain."""

# safety -------------------------------------------------------------------------------------------------------
COVER, COMPANY, FEAR = 0.4, 0.3, 0.08
"""Arab defence of 1956 and 1967: each point of terrain, each comrade in the hex, each point of superior enemies next door."""
STAND = 4.0
"""A Jordanian stack that is sure to stand."""
BAR_ROAD = 1.0
"""Every hex of a road in the Sinai that an Egyptian unit bars and no other does."""
IN_WEST_BANK = 3.0
"""A Jordanian unit in the West Bank keeps goal C away [21.1]."""
RISK_ISRAEL, RISK_ARAB, RISK_SPAN = 6.0, 10.0, 16.0
"""Wars for territory: a unit that is sure to be driven off loses so much; sure when the enemy can bring up RISK_SPAN points
more than it has."""
STRIDE = 7
"""Hexes that vehicles are expected to come in one turn, at most."""
COMING = 0.8
"""Share of the enemies in reach that will really come."""

# delay --------------------------------------------------------------------------------------------------------
AT_CROSSING, TO_CROSSING, TO_CROSSING_STEP, STAY = 6.0, 4.0, 0.1, 3.0
"""Egyptian vehicles in 1956 and 1967: on a crossing; near one, less so much for each Movement Point; everybody else stays."""

# trucks, aircraft, missiles -----------------------------------------------------------------------------------
TRUCK_FAR, TRUCK_NEAR = 10, 8
"""Infantry boards when its aim is farther on foot than the first, and gets down nearer than the second; an enemy next
door counts five, a hex more one to three."""
HOP = 6
"""Hexes nearer to a crossing that make a flight worth its two rests."""
FLIGHT = 4.0
"""Worth that makes a flight in a war for territory worth its rest."""
MARKER = 3.0
"""What the loss of an Air Strike marker for ten turns costs, its two Victory Points included [25.13]."""

# crossing the Canal and the ceasefire -------------------------------------------------------------------------
BOLD_NET, BOLD_TURN = 15, 15
"""Israel crosses the Canal when it is ahead by so much or from this turn on: a bridgehead lets the Arabs ask for a ceasefire [25.61]."""
PATIENCE = 2
"""Asked for when the net score has not become better for so many turns."""
DRAW_TURN, TIRED_TURN = 24, 30
"""From these turns on a draw, or any result, is good enough."""
