from cerealbar.agents import Oracle, SimulatedFollower
from cerealbar.agents.simulated_follower import NO_SLIPS, SlipRates
from cerealbar.game import Action, Game, Player, Rules, StateArray
from cerealbar.language import Intention, Purpose
from cerealbar.language.references import CardsInView, fitting_cards
from tests.agents.following import carry_out, changed_cards, follower_alone

ALWAYS = dict.fromkeys(SlipRates.__dataclass_fields__, 1.0)


def tasks() -> list[tuple[StateArray, Intention]]:
    found = []
    for seed in range(25):
        states = Game(seed, Rules(solvable=True)).states
        cells = tuple(int(cell) for cell in states["card_cell"][0, :2])
        found.append((states, Intention(Purpose.COLLECT, cells)))
    return found


def changes(
    errors: SlipRates, states: StateArray, intention: Intention, text: str = "do it"
) -> set[int]:
    game = follower_alone(states)
    carry_out(SimulatedFollower(1, errors), game, intention, text)
    return changed_cards(states, game.states)


def only(name: str) -> SlipRates:
    return SlipRates(**{other: float(other == name) for other in ALWAYS})


def test_without_errors_it_changes_what_the_oracle_changes() -> None:
    for states, intention in tasks():
        game = follower_alone(states)
        carry_out(Oracle(), game, intention)
        assert changes(NO_SLIPS, states, intention) == changed_cards(states, game.states)


def test_harmless_slips_change_the_same_cards_in_more_steps() -> None:
    slips = SlipRates(
        **{name: float(name in ("looks_around", "late", "detour")) for name in ALWAYS}
    )
    more = 0
    for states, intention in tasks():
        exact, slow = follower_alone(states), follower_alone(states)
        steps = len(carry_out(SimulatedFollower(1, NO_SLIPS), exact, intention))
        more += len(carry_out(SimulatedFollower(1, slips), slow, intention)) - steps
        assert changed_cards(states, slow.states) == changed_cards(states, exact.states)
    assert more > 25 * 2


def test_a_wrong_card_is_another_one_that_is_alike() -> None:
    wrong = 0
    for states, intention in tasks():
        cards = {card.cell: card.card for card in Game.from_states(states).cards}
        for cell in changes(only("wrong_card"), states, intention) - set(intention.cards):
            wrong += 1
            face = cards[cell]
            assert any(
                (face.count == meant.count)
                + (face.colour == meant.colour)
                + (face.shape == meant.shape)
                >= 2
                for meant in (cards[meant_cell] for meant_cell in intention.cards)
            )
    assert wrong > 10


def test_a_wrong_card_is_one_that_fits_the_words_if_there_is_one() -> None:
    wrong = 0
    for states, intention in tasks():
        cards = {card.cell: card.card for card in Game.from_states(states).cards}
        first, _ = intention.cards
        text = f"get the {cards[first].shape} card"
        one = Intention(Purpose.COLLECT, (first,))
        view = CardsInView.of(states)
        fitting = set(fitting_cards(view, text, first)) - {first}
        taken = changes(only("wrong_card"), states, one, text)
        if fitting:
            wrong += 1
            assert taken & fitting
            assert first not in taken
    assert wrong > 10


def test_hard_texts_are_followed_worse() -> None:
    easy = "get the card with the {}"
    long = "so now if you can please " * 5 + easy
    texts = (easy, long, "gte teh crad wiht teh {}", "get it", "get the card")
    rates = []
    for text in texts:
        right = 0
        for states, intention in tasks():
            cards = {card.cell: str(card.card) for card in Game.from_states(states).cards}
            one = Intention(Purpose.COLLECT, intention.cards[:1])
            said = text.format(cards[intention.cards[0]])
            for seed in range(8):
                game = follower_alone(states)
                errors = SlipRates().scaled(4)
                carry_out(SimulatedFollower(seed, errors), game, one, said)
                right += changed_cards(states, game.states) == set(one.cards)
        rates.append(right)
    assert all(rate < rates[0] for rate in rates[1:]), rates
    assert rates[-1] < 0.8 * rates[0], rates


def test_who_is_done_too_early_misses_the_last_card() -> None:
    for states, intention in tasks():
        assert intention.cards[-1] not in changes(only("early"), states, intention)


def test_a_careless_follower_walks_across_cards() -> None:
    extra = [
        changes(only("careless"), states, intention) - set(intention.cards)
        for states, intention in tasks()
    ]
    assert any(extra)


def test_the_same_seed_gives_the_same_steps() -> None:
    states, intention = tasks()[0]
    errors = SlipRates(**dict.fromkeys(ALWAYS, 0.5))
    runs = [
        carry_out(SimulatedFollower(seed, errors), follower_alone(states), intention)
        for seed in (7, 7, 8, 9, 10)
    ]
    assert runs[0] == runs[1]
    assert len({tuple(run) for run in runs}) > 1


def test_told_to_wait_it_waits() -> None:
    game = follower_alone(tasks()[0][0])
    pose = game.pose(Player.FOLLOWER)
    taken: list[Action] = carry_out(
        SimulatedFollower(0, SlipRates(**ALWAYS)), game, Intention(Purpose.WAIT)
    )
    assert taken == []
    assert game.pose(Player.FOLLOWER) == pose
