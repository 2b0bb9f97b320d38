"""Names: the first ones find room, none covers another."""

from vaultdesk.ui.graph.names import Name, placed_names


def test_a_name_stands_below_its_node_else_above_it() -> None:
    first, second = Name(0, 100, 100, 5, 80), Name(1, 110, 100, 5, 80)

    placed = placed_names([first, second], 16, 3)

    assert [one.area for one in placed] == [(60, 108, 140, 124), (70, 76, 150, 92)]


def test_who_finds_no_room_is_left_out_unless_it_must_be_shown() -> None:
    crowd = [Name(number, 100, 100, 5, 80) for number in range(6)]

    placed = placed_names([*crowd, Name(9, 100, 100, 5, 80, must=True)], 16, 3)

    assert [one.place for one in placed] == [0, 1, 2, 3, 9]


def test_no_name_covers_a_node() -> None:
    placed = placed_names([Name(0, 100, 100, 5, 80)], 16, 3, nodes=[(95, 95, 105, 105), (95, 110, 105, 120)])

    assert placed[0].area[3] < 95


def test_no_more_than_wanted() -> None:
    far = [Name(number, number * 500, 0, 5, 80) for number in range(9)]

    assert len(placed_names(far, 16, 3, most=4)) == 4
