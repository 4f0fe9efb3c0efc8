import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cerealbar.language import tokenize

texts = st.text(st.sampled_from("aBst nlx'.,:;-\"`\u201919!?()%é")) | st.text(max_size=60)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("Turn left, then go!", "turn left , then go !"),
        ("Get the card (the RED one); wait.", "get the card ( the red one ) ; wait ."),
        ("left. right? yes", "left . right ? yes"),
        ("don't can't won't ain't", "do n't ca n't wo n't ai n't"),
        ("I'll you're I've he'd it's I'm", "i 'll you 're i 've he 'd it 's i 'm"),
        ("I'd've shouldn't've", "i 'd 've should n't 've"),
        ("you cannot, gonna, wanna, gimme", "you can not , gon na , wan na , gim me"),
        ("the players' cards", "the players ' cards"),
        ("'hello' y'all", "' hello ' y'all"),
        ("don\u2019t", "do n't"),
        ('say "go" (or "stop")', "say `` go '' ( or `` stop '' )"),
        ("\u201cgo\u201d now", "\u201c go \u201d now"),
        ("wait... what", "wait ... what"),
        ("1,000 cards, 3.5 steps at 12:30", "1,000 cards , 3.5 steps at 12:30"),
        ("then,3 steps", "then , 3 steps"),
        ("a 180-degree u-turn -- now", "a 180-degree u-turn -- now"),
        ("left\u2014right", "left \u2014 right"),
        ("e.g. this, etc. and that etc.", "e.g. this , etc. and that etc ."),
        ("red/blue 50% #1 & $5", "red/blue 50 % # 1 & $ 5"),
        ("stop!!", "stop ! !"),
        (" \t go\n\nleft ", "go left"),
        ("", ""),
    ],
)
def test_a_text_is_cut_as_the_treebank_cuts_it(text: str, tokens: str) -> None:
    assert tokenize(text) == tokens.split()


@given(texts)
@example("a'sn't 's'x n't's")
def test_tokens_joined_by_blanks_are_the_same_tokens_again(text: str) -> None:
    tokens = tokenize(text)
    assert tokenize(" ".join(tokens)) == tokens


@given(texts)
def test_nothing_but_white_space_is_lost(text: str) -> None:
    kept = "".join(tokenize(text)).replace("``", "''")
    told = "".join(text.lower().split()).replace('"', "''").replace("``", "''")
    assert kept.replace("\u2019", "'") == told.replace("\u2019", "'")


@given(texts)
def test_no_token_is_empty_or_holds_white_space(text: str) -> None:
    assert all(token.split() == [token] for token in tokenize(text))


def test_a_long_hostile_text_takes_no_time() -> None:
    for piece in ("'s", "n't", "a'", "-", ".", "1,", "a.", '"', "`", "\u2019", "(\u201c"):
        assert tokenize(piece * 20_000)
