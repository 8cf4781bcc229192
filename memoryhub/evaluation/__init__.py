"""Measures the product from outside, on top of both apps: scenario replay, data players, metrics."""
