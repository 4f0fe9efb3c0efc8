from collections import Counter
from dataclasses import fields
from random import Random

from cerealbar.language import Purpose, population, write
from cerealbar.language.manner.styles import Case
from tests.language.situations import situation


def test_there_are_95_experts_and_169_novices() -> None:
    people = population()
    assert Counter(style.is_expert for style in people) == {True: 95, False: 169}
    assert [style.person for style in people] == list(range(264))


def test_a_seed_makes_the_same_people_and_another_seed_others() -> None:
    assert population(seed=3) == population(seed=3)
    assert population(seed=3) != population(seed=4)


def test_all_dials_are_probabilities() -> None:
    for style in population():
        for field in fields(style):
            value = getattr(style, field.name)
            if isinstance(value, float):
                assert 0 <= value <= 1, field.name


def test_people_differ_in_every_dial() -> None:
    people = population()
    for field in fields(people[0]):
        values = {getattr(style, field.name) for style in people}
        assert len(values) > 100 or field.name in ("is_expert", "case")
    assert {style.case for style in people} >= set(Case) - {Case.UPPER}


def test_a_person_has_favourite_words() -> None:
    """One person uses fewer different verbs than as many instructions by as many people."""
    people = population()
    rng = Random(0)
    about = [situation(rng, Purpose.COLLECT) for _ in range(80)]

    def first_words(one_person: bool) -> float:
        counts = []
        for style in people[:20]:
            words = {
                write(
                    s.states,
                    s.intention,
                    style if one_person else people[i],
                    Random(i),
                    start=s.start,
                ).plain.split()[0]
                for i, s in enumerate(about)
            }
            counts.append(len(words))
            if not one_person:
                break
        return sum(counts) / len(counts)

    assert first_words(True) < first_words(False)
