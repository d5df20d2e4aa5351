"""The law as the code sees it: citations, options of a house, pay tables."""
