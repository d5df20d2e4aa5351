"""Counting kernels, one module a family. Nothing here is imported before the rankings' cache folder is named."""
