"""Every file in tests/bad/scenarios gives exactly the errors that the comments at its end state."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from kb.errors import ScenarioError
from kb.scenario import check_scenarios, read_scenarios

BAD = Path(__file__).parent.parent / "bad" / "scenarios"
FILES = sorted(BAD.glob("*.yaml"))


def expected(path: Path) -> list[str]:
    lines = path.read_text("utf-8").splitlines()
    return [line.removeprefix("# expect: ") for line in lines if line.startswith("# expect: ")]


def errors(path: Path) -> list[str]:
    try:
        found = [error for document in check_scenarios(path, source=path.name) for error in document.errors]
    except ScenarioError as error:
        found = [error]
    return [str(error).removeprefix(f"{path.name}:") for error in found]


def test_there_are_bad_files_and_each_states_what_it_expects() -> None:
    assert len(FILES) > 50
    assert [path.name for path in FILES if not expected(path)] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_bad_file_gives_exactly_the_errors_it_states(path: Path) -> None:
    assert errors(path) == expected(path)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_reading_a_bad_file_raises_the_first_error_and_names_the_file(path: Path) -> None:
    with pytest.raises(ScenarioError) as caught:
        read_scenarios(path, source=path.name)
    assert str(caught.value).removeprefix(f"{path.name}:").startswith(expected(path)[0])
    assert len(caught.value.others) == len(expected(path)) - 1


def test_several_errors_are_raised_together_with_their_lines() -> None:
    with pytest.raises(ScenarioError, match=r"'creature'\?; and 3 more, on lines 6, 7, 9$") as caught:
        read_scenarios(BAD / "several-errors.yaml")
    assert [error.place.line for error in caught.value.others] == [6, 7, 9]


def test_an_error_with_others_survives_pickling() -> None:
    with pytest.raises(ScenarioError) as caught:
        read_scenarios(BAD / "several-errors.yaml")
    again = pickle.loads(pickle.dumps(caught.value))
    assert str(again) == str(caught.value)
    assert len(again.others) == 3


def test_at_most_twenty_errors_are_collected() -> None:
    events = "\n".join("- {do: begin_turn, player: Z}" for _ in range(50))
    with pytest.raises(ScenarioError, match=r"and 19 more, on lines 5, 6, 7, 8, 9$"):
        read_scenarios(f"game: mtg\nplayers: [A]\nevents:\n{events}\n")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", r"bad\.yaml: the file is empty: expected a scenario$"),
        (b" \n\n", r"bad\.yaml: the file is empty: expected a scenario$"),
        (b"\x7fELF\x00\x01\x02", r"bad\.yaml: this is not a text file: expected YAML in UTF-8$"),
        (
            b"game: mtg\ntitle: caf\xe9\n",
            r"bad\.yaml:2: not UTF-8: found 'byte 0xe9', expected YAML in UTF-8$",
        ),
        (
            b"game: mtg\ntitle: \xe2\x82",
            r"bad\.yaml:2: not UTF-8: found 'byte 0xe2', expected YAML in UTF-8$",
        ),
        (b"game: mtg\ntitle: \x07\n", r"bad\.yaml:2: not YAML: control characters are not allowed"),
        (
            b"x" * (16 * 1024 * 1024 + 1),
            r"bad\.yaml: the file is too large: expected at most 16,777,216 bytes$",
        ),
    ],
    ids=[
        "empty",
        "only blanks",
        "binary",
        "latin-1",
        "cut inside a character",
        "control character",
        "too large",
    ],
)
def test_a_file_that_is_no_text_is_refused_with_a_clear_error(
    tmp_path: Path, data: bytes, message: str
) -> None:
    path = tmp_path / "bad.yaml"
    path.write_bytes(data)
    with pytest.raises(ScenarioError, match=message):
        read_scenarios(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"gone\.yaml: cannot be read: No such file or directory$"):
        read_scenarios(tmp_path / "gone.yaml")


def test_one_very_long_line_is_read_within_bounds() -> None:
    [table] = read_scenarios("{game: mtg, players: [A, B], note: " + "x" * 1_000_000 + "}")
    assert table.players == ("A", "B")


def test_an_alias_may_repeat_a_small_part() -> None:
    text = "game: mtg\nplayers: &all [A, B]\nevents: [{do: leave_game, player: A, turn_order: *all}]\n"
    [table] = read_scenarios(text)
    assert table.events[0].many("turn_order") == ("A", "B")


def test_more_aliases_than_a_scenario_needs_are_refused() -> None:
    text = "game: mtg\nplayers: [&a A, B]\ntags: [" + ", ".join(["*a"] * 201) + "]\n"
    with pytest.raises(ScenarioError, match="more than 200 aliases"):
        read_scenarios(text)
