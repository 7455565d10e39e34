"""The regulation of the Swedish Championships, a module a chapter."""
