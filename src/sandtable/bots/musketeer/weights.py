"""What the greedy player counts with: in victory points unless said otherwise."""

TRIALS = 8
"""How often an attack is tried out before it is made."""
LEAST_GAIN = 0.15
"""What an attack must promise on average, in victory points."""
FIRST_LOOK, SECOND_LOOK = 4, 10
"""Who plans assaults tries an attack out so often, and so often again when it is not hopeless."""
LIGHT_EFFORT = 0.25
"""The share of these trials that is made by who answers in trials of whole plans."""
HOPELESS = -2.0
"""What such an attack promises at the first look."""
LEAST_ASSAULT, PER_UNIT = 0.6, 0.05
"""What an assault must promise before units are moved for it, and what each of them counts against it."""
TEAMS = (2, 4)
"""Strongest units of a team that are tried as an assault, beside all of it."""
GREAT = 7
"""Places of this value are held with everything that can be stacked there."""
LANDINGS = ("land", "drop", "helicopter")
"""Ways into play that can end next to the enemy."""
SURE = 6.0
"""A landing that promises less is also judged by what a second impulse would add."""
RING, LEFT_RING = 0.5, 1.5
"""What a hex next to a great city of ours attracts Egyptians with, and what leaving it open costs, for each point of the city."""
GATEWAY = 10
"""Places within so many hexes add to each other's value."""
LIBYA_LIMIT = 22
"""Above this index no unit comes through Libya."""

STRENGTH = 0.35
"""A combat factor in play."""
PRICE = 0.6
"""A point that the enemy gains when the unit dies."""
TO_TAKE, TO_OCCUPY, TO_HOLD = 2.0, 2.5, 1.2
"""How a point attracts: held by the enemy, by nobody, by ourselves and threatened."""
FORCE_RATIO, FORCE_PER_SHIFT, FORCE_LEAST = 1.5, 3, 2
"""Strength that a place takes: for each enemy factor, for each column of its terrain, and at least."""
GUARD_GREAT, GUARD = 11.0, 5.0
"""Strength that a threatened place should have."""
ENOUGH = 0.25
"""What is left of an attraction when enough is on its way."""
NEARBY = 0.3
"""A point of another place within GATEWAY."""
DANGER = 0.25
"""An enemy factor next to a hex that own strength and terrain do not outweigh."""
SECOND_IMPULSE = 0.6
"""A landing that needs a second impulse, against one that does not."""
PORT = 0.4
"""A port gained brings the rest of the army."""
FLAK = {"west": 1.2, "east": 2.2}
"""An airstrike lost."""
WORTH_BOMBING = 0.2
"""Steps that a bombardment must promise, flak counted."""
OBJECTIVE_BOMBED = 1.5
"""A target on a place worth points, against any other."""
HALF_DEAD = 0.4
"""A disruption, as a share of the unit."""
LEFT_EMPTY, LEFT_THIN, LEFT_TO_GARRISON = 2.0, 1.5, 1.2
"""What a point of a place weighs when a unit leaves it empty, too thin (a great place), or to its garrison alone."""
BROUGHT_IN = 0.6
"""A combat factor that enters the map."""
GATEWAY_LANDING = 0.03
"""What each point of the neighbouring places adds to a landing, as a share."""
INERTIA = 0.05
"""A move must be better than staying by so much."""
RETREATED = 0.5
"""A forced retreat."""
SUDDEN_DEATH = 200
"""A game won at once."""
