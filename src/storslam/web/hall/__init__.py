"""What people do in the hall: one short transaction each, leaving a trail."""
