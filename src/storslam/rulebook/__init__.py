"""The regulation as dated data: editions, articles, readings, and decisions that cite them."""
