"""What the templates say that needs more than a template."""
