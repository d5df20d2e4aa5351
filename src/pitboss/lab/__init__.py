"""The exact worth of every wager: counting kernels by family, optimal play, statistics, strategies, reports."""
