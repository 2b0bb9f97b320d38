"""Multimap: it is a dictionary of sets, whatever is added and taken away."""

from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.index.multimap import FEW, Multimap

STEPS = st.lists(st.tuples(st.booleans(), st.sampled_from("ab"), st.integers(0, 2 * FEW).map(str)), max_size=80)


@given(STEPS)
def test_it_is_a_dictionary_of_sets(steps: list[tuple[bool, str, str]]) -> None:
    multimap, plain = Multimap(), dict[str, set[str]]()
    for adds, key, value in steps:
        if adds:
            multimap.add(key, value)
            plain.setdefault(key, set()).add(value)
        else:
            multimap.discard(key, value)
            plain.get(key, set()).discard(value)
        for name in "abc":
            assert sorted(multimap.under(name)) == sorted(plain.get(name, set()))


def test_many_values_go_and_come_back() -> None:
    multimap = Multimap()
    for number in range(100):
        multimap.add("hub", str(number))
    for number in range(99):
        multimap.discard("hub", str(number))
    assert list(multimap.under("hub")) == ["99"]
    multimap.discard("hub", "99")
    assert list(multimap.under("hub")) == []
