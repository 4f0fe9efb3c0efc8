"""What was measured, and how it is reported; read `README.md`."""
