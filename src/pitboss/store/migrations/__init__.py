"""How the store's tables came to be what they are, one step a file. A step that has been released is never changed."""
