"""A test of many cases names each one that fails."""

import pytest

from tests.cases import check_each


def test_all_failing_cases_are_named():
    seen = []

    @check_each("number, most", [(1, 5), (7, 5), (3, 2)])
    def check_number(number, most):
        seen.append(number)
        assert number <= most

    with pytest.raises(ExceptionGroup, match="2 of 3 cases failed") as caught:
        check_number()
    assert seen == [1, 7, 3]
    assert [each.__notes__ for each in caught.value.exceptions] == [["case: (7, 5)"], ["case: (3, 2)"]]


def test_fixtures_are_passed_on(tmp_path):
    @check_each("name", ["one", "two"])
    def write_name(tmp_path, name):
        (tmp_path / name).touch()

    write_name(tmp_path=tmp_path)
    assert {each.name for each in tmp_path.iterdir()} == {"one", "two"}
