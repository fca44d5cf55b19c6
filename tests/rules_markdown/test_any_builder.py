"""The Markdown extension on its own: in any site builder, with any number of pages for one Markdown instance."""

import subprocess
import sys
from pathlib import Path

import markdown
import pytest

from rules_markdown import makeExtension
from rules_markdown.page import BlockError

PROJECT = Path(__file__).parents[2]
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
def plain_markdown() -> markdown.Markdown:
    """Return a Markdown instance that has no information about a page."""
    return markdown.Markdown(extensions=["rules_markdown"])


def test_converting_a_page_twice_gives_the_same_html(plain_markdown):
    first = plain_markdown.convert(PAGE)
    second = plain_markdown.reset().convert(PAGE)
    assert first == second
    assert 'id="psiops.action"' in second and 'id="psiops.action-2"' not in second


def test_pages_convert_identically_without_mkdocs_imported():
    """The test runs it like an author's script: nothing else has been imported or configured before."""
    script = (
        "import sys, markdown; md = markdown.Markdown(extensions=['rules_markdown']); "
        f"pages = [md.reset().convert({PAGE!r}) for _ in range(2)]; "
        "print(pages[0] == pages[1], 'mkdocs' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", script], cwd=PROJECT, capture_output=True, check=True, text=True)
    assert run.stdout.split() == ["True", "False"]


def test_markdown_instances_share_no_state(plain_markdown):
    other = markdown.Markdown(extensions=["rules_markdown"])
    assert plain_markdown.convert(PAGE) == other.convert(PAGE)


def test_ids_stay_unique_until_the_page_is_reset(plain_markdown):
    """Without a reset the text belongs to the same page, as with footnotes."""
    plain_markdown.convert("::: roller psiops.action")
    assert 'id="psiops.action-2"' in plain_markdown.convert("::: roller psiops.action")
    with pytest.raises(BlockError, match="a second time on this page"):
        plain_markdown.convert("::: table psiops.panic\n\n::: table psiops.panic")


def test_failed_page_leaves_no_state_after_reset(plain_markdown):
    with pytest.raises(BlockError):
        plain_markdown.convert("::: table psiops.panic\n\n::: table nothing")
    assert 'id="table-panic"' in plain_markdown.reset().convert("::: table psiops.panic")


def test_error_without_a_file_names_the_line(plain_markdown):
    with pytest.raises(BlockError, match=r"^line 3: table: got 'nothing', takes one of "):
        plain_markdown.convert("# Page\n\n::: table nothing")


def test_extension_config_sets_the_page():
    about = {"path": "moon/base.md", "lines_before": 4, "root": "../../"}
    md = markdown.Markdown(extensions=["rules_markdown"], extension_configs={"rules_markdown": about})
    assert 'href="../../psiops/playing/#roll-the-dice"' in md.convert("::: roller psiops.action")
    with pytest.raises(BlockError, match=r"^moon/base\.md:5: table: got 'nothing'"):
        md.convert("::: table nothing")


def test_set_configs_changes_the_page_between_conversions():
    rules = makeExtension(path="a.md", root="../")
    md = markdown.Markdown(extensions=[rules])
    assert 'href="../psiops/' in md.convert("::: roller psiops.action")
    rules.setConfigs({"path": "moon/b.md", "root": "../../"})
    assert 'href="../../psiops/' in md.reset().convert("::: roller psiops.action")
    with pytest.raises(BlockError, match=r"^moon/b\.md:1: "):
        md.convert("::: table nothing")


def test_page_exposes_its_anchors():
    rules = makeExtension()
    md = markdown.Markdown(extensions=[rules])
    md.convert("::: table psiops.panic\n\n::: roller psiops.action")
    assert {"panic-2", "table-panic", "psiops.action"} <= rules.page.anchors
    md.reset().convert("::: roller psiops.action")
    assert rules.page.anchors == {"psiops.action"}


def test_configured_error_class_is_raised():
    class StopError(Exception):
        """Error class of a site builder."""

    with pytest.raises(StopError, match="page.md:1: table"):
        markdown.markdown("::: table nothing", extensions=[makeExtension(path="page.md", error=StopError)])
