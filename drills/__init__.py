"""Long runs that try to break what the tests show in small: run by hand or at night, figures in docs/."""
