"""Tables at which hands are compared, drilled."""

from pitboss.drill.family import Drilled
from pitboss.drill.showdown.checks import ShowdownWitness, no_secret_told
from pitboss.drill.showdown.coverage import wanted
from pitboss.drill.showdown.tables import ANY_TIME, next_command, places, setup_for

SHOWDOWN = Drilled(places, setup_for, next_command, ShowdownWitness, no_secret_told, wanted, ANY_TIME)
