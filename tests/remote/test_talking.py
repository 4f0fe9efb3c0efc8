"""Cancelling, giving up and signals between two programs and a real server."""

import pytest

from cerealbar.remote import ActionRefusedError, SignalKind, open_both
from cerealbar.wire.scene import CancelTold, GiveUpTold, SignalTold, TurnEndTold


def test_the_leader_interrupts_the_follower(free_url: str) -> None:
    leads, follows = open_both(free_url)
    with leads.connect() as leader, follows.connect() as follower:
        assert leader.wait_for_turn()
        assert not leader.known.can_cancel
        leader.instruct("go left")
        leader.instruct("go right")
        leader.done()
        assert follower.wait_for_turn()
        follower.act("left")
        leader.ping()
        assert leader.known.can_cancel
        assert not leader.known.can_act
        update = leader.cancel()
        assert CancelTold(texts=("go left", "go right")) in update.happenings
        with pytest.raises(ActionRefusedError) as refusal:
            follower.act("left")
        assert refusal.value.code == "not-your-turn"
        told = follower.known.happenings
        assert CancelTold(texts=("go left",)) in told
        assert TurnEndTold(by="follower", how="cancelled") in told
        assert [known.text for known in follower.known.instructions] == ["go left"]
        assert leader.wait_for_turn()
        assert [known.status for known in leader.known.instructions] == ["cancelled"] * 2


def test_the_follower_gives_up_and_both_send_signals(free_url: str) -> None:
    leads, follows = open_both(free_url)
    with leads.connect() as leader, follows.connect() as follower:
        assert leader.wait_for_turn()
        leader.instruct("fly")
        leader.done()
        assert follower.wait_for_turn()
        assert SignalKind.QUESTION in follower.known.signals
        asked = SignalTold(kind=SignalKind.QUESTION, text="how?")
        assert follower.signal(SignalKind.QUESTION, "how?").happenings == (asked,)
        leader.ping()
        assert asked in leader.known.happenings
        leader.signal(SignalKind.THUMB_DOWN)
        follower.ping()
        assert SignalTold(kind=SignalKind.THUMB_DOWN) in follower.known.happenings
        follower.give_up("no wings")
        assert leader.wait_for_turn()
        assert GiveUpTold(text="fly", reason="no wings") in leader.known.happenings
        (known,) = leader.known.instructions
        assert (known.status, known.reason) == ("given-up", "no wings")


def test_without_a_setting_there_are_no_signals_and_no_cancelling(url: str) -> None:
    leads, follows = open_both(url)
    with leads.connect() as leader, follows.connect():
        assert leader.wait_for_turn()
        leader.instruct("go")
        assert not leader.known.can_cancel
        assert leader.known.signals == ()
        for ask in (leader.cancel, lambda: leader.signal(SignalKind.THUMB_UP)):
            with pytest.raises(ActionRefusedError) as refusal:
                ask()
            assert refusal.value.code == "illegal"
