"""What people do, a module a desk: each act is one short transaction that leaves its trail."""
