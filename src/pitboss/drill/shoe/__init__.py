"""Tables that deal from a shoe, drilled."""

from pitboss.drill.family import Drilled
from pitboss.drill.shoe.checks import ShoeWitness, no_secret_told
from pitboss.drill.shoe.coverage import wanted
from pitboss.drill.shoe.tables import ANY_TIME, next_command, places, setup_for

SHOE = Drilled(places, setup_for, next_command, ShoeWitness, no_secret_told, wanted, ANY_TIME, times=3)
