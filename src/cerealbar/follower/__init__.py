"""Followers that learn, in PyTorch: the paper's two-stage model, its baseline, and a second model.

Read `plan_predictor.py` and `action_generator.py` first.
"""
