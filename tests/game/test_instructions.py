from cerealbar.game import Action, InstructionQueue, Outcome, Status


def test_the_end_of_a_game_changes_nothing_of_how_many_were_followed() -> None:
    queue = InstructionQueue(["one", "two", "three"])
    for followed in (0, 1):
        ended = queue.copy()
        ended.end()
        assert ended.number_followed == queue.number_followed == followed
        queue.note(Action.DONE, Outcome.FINISHED)


def test_those_that_never_were_current_are_not_counted() -> None:
    queue = InstructionQueue(["one", "two", "three"])
    queue.note(Action.CANCEL, Outcome.CANCELLED)
    assert queue.number_followed == 1
    queue.send("four")
    queue.send("five")
    queue.end()
    assert queue.number_followed == 1
    assert [each.status for each in queue.instructions[3:]] == [Status.UNFINISHED] * 2
    assert [each.was_current for each in queue.instructions] == [True, False, False, True, False]
