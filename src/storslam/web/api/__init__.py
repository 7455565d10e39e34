"""The HTTP API: everything public to read, and what a token lets a program write."""
