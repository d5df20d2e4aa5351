"""The audit: whether what a store holds is what happened, and what it says."""
