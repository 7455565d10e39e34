"""Thin views, a module a desk: they find the event, ask who may, and hand on."""
