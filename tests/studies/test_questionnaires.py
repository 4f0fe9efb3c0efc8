import tomllib

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cerealbar.studies.errors import AnswerError, StudyError
from cerealbar.studies.questionnaires import (
    AnswerValue,
    ChoiceItem,
    FreeTextItem,
    PartnerGuess,
    PartnerItem,
    Questionnaire,
    ScaleItem,
    check_answers,
    clean_text,
)

AFTER_A_GAME = """
title = "Your game"

[[items]]
kind = "partner"
id = "partner"

[[items]]
kind = "scale"
id = "clear"
text = "How clear were the instructions?"
low = "not at all"
high = "completely"
points = 7

[[items]]
kind = "choice"
id = "device"
text = "What did you play on?"
options = ["a computer", "a phone"]
is_required = false

[[items]]
kind = "choice"
id = "trouble"
text = "What was hard?"
options = ["the time", "the keys", "the words"]
several = true
is_required = false

[[items]]
kind = "free-text"
id = "comment"
text = "Anything else?"
max_length = 20
is_required = false
"""
FULL: dict[str, object] = {
    "partner": {"guess": "program", "sure": 4},
    "clear": 7,
    "device": "a phone",
    "trouble": ["the words", "the time"],
    "comment": "good\nfun",
}
LEAST: dict[str, object] = {"partner": {"guess": "not-sure"}, "clear": 1}


@pytest.fixture(scope="module")
def asked() -> Questionnaire:
    return msgspec.convert(tomllib.loads(AFTER_A_GAME), Questionnaire)


def test_a_questionnaire_is_read_from_toml(asked: Questionnaire) -> None:
    kinds = [PartnerItem, ScaleItem, ChoiceItem, ChoiceItem, FreeTextItem]
    assert [type(item) for item in asked.items] == kinds
    assert asked.items[0].text == "Was your partner a person or a program?"


def test_answers_come_back_as_values_in_the_order_of_the_items(asked: Questionnaire) -> None:
    assert check_answers(asked, FULL) == {
        "partner": PartnerGuess("program", 4),
        "clear": 7,
        "device": "a phone",
        "trouble": ("the time", "the words"),
        "comment": "good\nfun",
    }


def test_what_is_left_out_is_no_answer(asked: Questionnaire) -> None:
    left_out: dict[str, object] = {"device": None, "trouble": [], "comment": " \u200b\n"}
    assert list(check_answers(asked, LEAST | left_out)) == ["partner", "clear"]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"clear": None}, "None does not answer 'clear': expected an answer, as it is required"),
        ({"clear": 8}, "8 does not answer 'clear': expected a whole number from 1 to 7"),
        ({"clear": 0}, "0 does not answer 'clear'"),
        ({"clear": True}, "True does not answer 'clear'"),
        ({"clear": 3.0}, "3.0 does not answer 'clear'"),
        ({"device": "a watch"}, "'a watch' does not answer 'device': expected one of a computer, "),
        ({"device": ["a phone"]}, "does not answer 'device'"),
        ({"trouble": "the time"}, "'the time' does not answer 'trouble': expected a list"),
        ({"trouble": ["the time", {}]}, "{} does not answer 'trouble': expected one of the time"),
        ({"trouble": ["the time"] * 2}, "expected 'the time' once"),
        ({"comment": 5}, "5 does not answer 'comment': expected a text of up to 20 characters"),
        ({"comment": "x" * 21}, "does not answer 'comment': expected up to 20 characters, not 21"),
        ({"partner": "person"}, "does not answer 'partner': expected {'guess': 'person' or "),
        ({"partner": {"guess": "person"}}, "does not answer 'partner'"),
        ({"partner": {"guess": "person", "sure": 6}}, "does not answer 'partner'"),
        ({"partner": {"guess": "not-sure", "sure": 3}}, "does not answer 'partner'"),
        ({"partner": {"guess": "robot", "sure": 3}}, "does not answer 'partner'"),
        ({"partner": {"guess": "person", "sure": 3, "why": ""}}, "does not answer 'partner'"),
        ({"age": 30}, "'age' is no item: expected partner, clear, device, trouble, comment"),
    ],
)
def test_what_is_no_answer_is_refused_with_its_item_and_what_was_expected(
    asked: Questionnaire, changed: dict[str, object], message: str
) -> None:
    with pytest.raises(AnswerError) as caught:
        check_answers(asked, LEAST | changed)
    assert message in str(caught.value)


def test_a_required_text_of_spaces_is_refused() -> None:
    asked = Questionnaire(title="", items=(FreeTextItem(id="why", text="Why?"),))
    with pytest.raises(AnswerError, match="'why': expected an answer, as it is required"):
        check_answers(asked, {"why": " \n\t\u202e"})


def test_a_refusal_shows_no_more_than_a_line_of_what_was_sent(asked: Questionnaire) -> None:
    for changed in ({"comment": "x" * 100_000}, {"y" * 100_000: 1}, {"device": ["z"] * 9999}):
        with pytest.raises(AnswerError) as caught:
            check_answers(asked, LEAST | changed)
        assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("typed", "cleaned"),
    [
        ("  two   words ", "two words"),
        ("a\r\nb\rc\nd\u2028e", "a\nb\nc\nd\ne"),
        ("a\n\n\n\nb\n\n", "a\n\nb"),
        ("\x00be\x07ll\x1b[31m", "be ll [31m"),
        ("left\u202eright\ud800", "left right"),
        ("\u0645\u06cc\u200c\u0631\u0648\u0645", "\u0645\u06cc\u200c\u0631\u0648\u0645"),
        ("e\u0301", "\u00e9"),
        ("\u200c\n\u200d", ""),
    ],
)
def test_texts_keep_their_lines_and_lose_what_cannot_be_shown(typed: str, cleaned: str) -> None:
    assert clean_text(typed) == cleaned


@given(st.text())
def test_a_cleaned_text_is_clean_and_can_be_stored(typed: str) -> None:
    cleaned = clean_text(typed)
    assert clean_text(cleaned) == cleaned
    assert all(part.isprintable() for part in cleaned.translate({0x200C: "", 0x200D: ""}).split())
    cleaned.encode()


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)
likely = st.sampled_from([*FULL.values(), *LEAST.values(), "person", "the time", "", 2, None])
pages = st.dictionaries(st.sampled_from(list(FULL)), likely | st.lists(likely) | anything)


@given(anything | pages)
@example(FULL)
@example(LEAST)
def test_whatever_a_page_sends_is_answers_that_survive_storing_or_an_answer_error(
    sent: object,
) -> None:
    asked = msgspec.convert(tomllib.loads(AFTER_A_GAME), Questionnaire)
    try:
        checked = check_answers(asked, sent)  # type: ignore[arg-type]  # as a page may
    except AnswerError:
        return
    stored = msgspec.json.encode(checked)
    assert msgspec.json.decode(stored, type=dict[str, AnswerValue]) == checked
    again = msgspec.to_builtins(checked)
    assert check_answers(asked, again) == checked


@pytest.mark.parametrize(
    "changed",
    [
        {"id": "a b"},
        {"id": "ok\n"},
        {"id": ""},
        {"points": 12},
        {"points": 1},
        {"low": ""},
        {"is_required": "no"},
        {"colour": "red"},
        {"kind": "slider"},
    ],
)
def test_a_faulty_item_is_not_read(changed: dict[str, object]) -> None:
    item = {"kind": "scale", "id": "ok", "text": "How?", "low": "bad", "high": "good"}
    msgspec.convert({"title": "", "items": [item]}, Questionnaire)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"title": "", "items": [item | changed]}, Questionnaire)


def test_ids_and_options_are_unique() -> None:
    item = FreeTextItem(id="why", text="Why?")
    with pytest.raises(StudyError, match="'End' cannot have the item 'why' twice"):
        Questionnaire(title="End", items=(item, item))
    with pytest.raises(StudyError, match="'of' cannot have the option 'a' twice"):
        ChoiceItem(id="of", text="Which?", options=("a", "b", "a"))
