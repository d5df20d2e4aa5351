"""Tables of dice, drilled."""

from pitboss.drill.dice.checks import DiceWitness, no_secret_told
from pitboss.drill.dice.coverage import wanted
from pitboss.drill.dice.tables import ANY_TIME, next_command, places, setup_for
from pitboss.drill.family import Drilled

DICE = Drilled(places, setup_for, next_command, DiceWitness, no_secret_told, wanted, ANY_TIME)
