"""The extension stands alone: in any builder, with any number of pages to one Markdown instance."""

import subprocess
import sys
from pathlib import Path

import markdown
import pytest

from hooks.rules_markdown import makeExtension
from hooks.rules_markdown.page import BlockError

PROJECT = Path(__file__).parents[3]
PAGE = "\n\n".join(
    [
        "# Page",
        "::: table psiops.panic",
        "::: roller psiops.action",
        "::: order psiops.action",
        "::: calculator psiops.calc",
    ]
)


@pytest.fixture
def plain() -> markdown.Markdown:
    """Python-Markdown as it comes, which is told nothing of any page."""
    return markdown.Markdown(extensions=["hooks.rules_markdown"])


def test_two_pages_in_a_row_come_out_the_same(plain):
    first = plain.convert(PAGE)
    second = plain.reset().convert(PAGE)
    assert first == second
    assert 'id="psiops.action"' in second and 'id="psiops.action-2"' not in second


def test_two_pages_in_a_row_in_an_interpreter_that_knows_no_other_builder():
    """As somebody's own script runs it: nothing else has been imported or set before."""
    script = (
        "import sys, markdown; md = markdown.Markdown(extensions=['hooks.rules_markdown']); "
        f"pages = [md.reset().convert({PAGE!r}) for _ in range(2)]; "
        "print(pages[0] == pages[1], 'mkdocs' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", script], cwd=PROJECT, capture_output=True, check=True, text=True)
    assert run.stdout.split() == ["True", "False"]


def test_two_instances_know_nothing_of_each_other(plain):
    other = markdown.Markdown(extensions=["hooks.rules_markdown"])
    assert plain.convert(PAGE) == other.convert(PAGE)


def test_what_is_one_page_has_each_id_once_however_often_it_is_converted(plain):
    """Without a reset it is still the same page, as with footnotes."""
    plain.convert("::: roller psiops.action")
    assert 'id="psiops.action-2"' in plain.convert("::: roller psiops.action")
    with pytest.raises(BlockError, match="a second time on this page"):
        plain.convert("::: table psiops.panic\n\n::: table psiops.panic")


def test_a_page_that_failed_leaves_nothing_behind(plain):
    with pytest.raises(BlockError):
        plain.convert("::: table psiops.panic\n\n::: table nothing")
    assert 'id="table-panic"' in plain.reset().convert("::: table psiops.panic")


def test_a_mistake_names_its_line_where_the_file_is_not_known(plain):
    with pytest.raises(BlockError, match=r"^line 3: table: got 'nothing', takes one of "):
        plain.convert("# Page\n\n::: table nothing")


def test_the_config_of_a_new_instance_says_which_page_it_is():
    about = {"path": "moon/base.md", "lines_before": 4, "root": "../../"}
    md = markdown.Markdown(extensions=["hooks.rules_markdown"], extension_configs={"hooks.rules_markdown": about})
    assert 'href="../../psiops/playing/#roll-the-dice"' in md.convert("::: roller psiops.action")
    with pytest.raises(BlockError, match=r"^moon/base\.md:5: table: got 'nothing'"):
        md.convert("::: table nothing")


def test_the_next_page_can_be_told_between_two_pages():
    rules = makeExtension(path="a.md", root="../")
    md = markdown.Markdown(extensions=[rules])
    assert 'href="../psiops/' in md.convert("::: roller psiops.action")
    rules.setConfigs({"path": "moon/b.md", "root": "../../"})
    assert 'href="../../psiops/' in md.reset().convert("::: roller psiops.action")
    with pytest.raises(BlockError, match=r"^moon/b\.md:1: "):
        md.convert("::: table nothing")


def test_the_ids_of_a_page_can_be_had():
    rules = makeExtension()
    md = markdown.Markdown(extensions=[rules])
    md.convert("::: table psiops.panic\n\n::: roller psiops.action")
    assert {"panic-2", "table-panic", "psiops.action"} <= rules.page.anchors
    md.reset().convert("::: roller psiops.action")
    assert rules.page.anchors == {"psiops.action"}


def test_the_error_is_of_the_kind_that_the_builder_wants():
    class StopError(Exception):
        """What some builder stops at."""

    with pytest.raises(StopError, match="page.md:1: table"):
        markdown.markdown("::: table nothing", extensions=[makeExtension(path="page.md", error=StopError)])
