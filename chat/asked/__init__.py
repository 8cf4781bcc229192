"""What a question about this talk is answered with from its own words."""
