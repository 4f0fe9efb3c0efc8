"""Hostile messages are what they claim to be."""

import random
from collections import Counter
from typing import get_args

import msgspec

from cerealbar.wire.messages import FromClient, Leave, PublishPlan, decode_from_client
from tests.live.hostile import good, odd_plan


def test_good_messages_can_be_read_and_are_of_every_kind_but_one() -> None:
    rng = random.Random(1)
    kinds = Counter(type(decode_from_client(good(rng))) for _ in range(1000))
    assert set(kinds) == set(get_args(FromClient)) - {Leave}
    assert min(kinds.values()) > 20


def test_odd_plans_are_tables_of_which_only_some_are_refused() -> None:
    rng, reasons = random.Random(1), []
    for _ in range(200):
        try:
            assert isinstance(decode_from_client(odd_plan(rng)), PublishPlan)
        except msgspec.ValidationError as error:
            reasons.append(str(error))
    assert 50 < len(reasons) < 200
    assert not [reason for reason in reasons if reason.startswith("Expected `object`")]
