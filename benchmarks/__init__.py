"""What is measured: one file a figure, each beside a plain-Python reference in the same process."""
