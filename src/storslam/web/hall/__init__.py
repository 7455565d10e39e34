"""What happens in the hall, a module a matter; every act is one short transaction."""
