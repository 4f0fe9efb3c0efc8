import pytest

from cerealbar.server.tokens import TokenPurpose, Tokens, new_id

TOKENS = Tokens(b"a secret of some length")


@pytest.mark.parametrize("purpose", ["leader", "follower", "invite", "watch", "replay"])
def test_a_token_reads_as_what_it_was_made_for(purpose: TokenPurpose) -> None:
    game_id = new_id()
    assert TOKENS.read(TOKENS.make(game_id, purpose)) == (game_id, purpose, 0)


def test_whoever_gets_a_seat_later_has_another_token() -> None:
    first, second = TOKENS.make("0" * 16, "leader"), TOKENS.make("0" * 16, "leader", 1)
    assert TOKENS.read(second) == ("0" * 16, "leader", 1)
    assert TOKENS.read(second.replace("L1.", "L")) is None
    assert TOKENS.read(second.replace("L1.", "L2.")) is None
    assert TOKENS.read(first.replace("L", "L1.", 1)) is None


def test_a_token_of_another_server_is_none() -> None:
    assert Tokens(b"another secret").read(TOKENS.make("0" * 16, "leader")) is None


def test_a_token_cannot_be_turned_into_another() -> None:
    token = TOKENS.make("0" * 16, "follower")
    assert TOKENS.read(token.replace("F", "L", 1)) is None
    assert TOKENS.read("1" + token[1:]) is None
    for place in range(len(token)):
        other = "x" if token[place] != "x" else "y"
        assert TOKENS.read(token[:place] + other + token[place + 1 :]) is None


@pytest.mark.parametrize("text", ["", "x", "0" * 49, "ü" * 49, "0" * 16 + "L" + "=" * 32, "\n"])
def test_anything_else_is_no_token(text: str) -> None:
    assert TOKENS.read(text) is None


def test_tokens_are_long_and_differ() -> None:
    made = {TOKENS.make(new_id(), "leader") for _ in range(1000)}
    assert len(made) == 1000
    assert all(len(token) == 49 for token in made)
