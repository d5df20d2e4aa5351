"""`python -m pitboss`. An interruption while it is still starting ends it as quietly as one later."""

import sys

try:
    from pitboss.cli import main

    main()
except KeyboardInterrupt:
    sys.exit(130)
