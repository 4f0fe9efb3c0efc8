"""The baseline of Appendix G."""

import torch

from cerealbar.follower.config import Seq2SeqConfig
from cerealbar.follower.seq2seq import Seq2Seq
from cerealbar.follower.vocabulary import Vocabulary
from cerealbar.follower.world import world_inputs
from cerealbar.game import new_states

STATES = new_states([3, 4])
WORDS = torch.tensor([[2, 3, 4], [5, 2, 0]])


def model() -> Seq2Seq:
    torch.manual_seed(0)
    return Seq2Seq(Seq2SeqConfig(), Vocabulary(tuple("abcdef")))


def test_four_convolutions_halve_the_channels_and_the_board() -> None:
    net = model()
    assert [each.out_channels for each in net.convolutions] == [16, 8, 4, 2]
    assert all(each.stride == (2, 2) for each in net.convolutions)
    with torch.no_grad():
        known = net.encode(WORDS, world_inputs(STATES, is_relative=False))
    assert known.world.shape == (2, 2 * 2 * 2)
    assert known.words.shape == (2, 3, 64)


def test_attention_is_to_words_only_and_begins_at_zero() -> None:
    net = model()
    world = world_inputs(STATES[1:], is_relative=False)
    before = torch.tensor([[5, 0, 2]])
    with torch.no_grad():
        short = net(torch.tensor([[5, 2]]), world, before)
        padded = net(torch.tensor([[5, 2, 0, 0]]), world, before)
        assert torch.allclose(short, padded, atol=1e-5)
        known = net.encode(torch.tensor([[5, 2]]), world)
        nothing = torch.zeros(1, net.config.text)
        logits, (h, _, attention) = net.step(known, before[:, 0], (nothing, nothing, nothing))
        weights = torch.softmax(known.words[0] @ h[0], 0)
        assert torch.allclose(attention[0], weights @ known.words[0], atol=1e-5)
        assert torch.allclose(logits, short[:, 0], atol=1e-5)
