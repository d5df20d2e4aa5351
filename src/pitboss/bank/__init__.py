"""The bank: every event that moves value posts balanced entries, and balances are the sums of what was posted."""
