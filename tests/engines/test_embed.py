"""A block for other sites in the engines of other browsers, as in a frame with an origin and in a sandboxed one."""

import pytest

from bench.project import BUILT_ORIGIN
from tests.browser.conftest import SITE
from tests.browser.served_site import serve_site

pytestmark = [pytest.mark.trial, pytest.mark.quick]

ROLLER = 'fb-roller[mechanic="psiops.initiative"]'
SANDBOX = "sandbox allow-scripts"


@pytest.mark.parametrize("policy", ["", SANDBOX], ids=["framed", "sandboxed"])
def test_block_rolls_and_counts(engine, policy):
    class Files(engine.FILES):
        """Request handler that gives pages of blocks no origin, as a sandboxed frame does, and names its host."""

        def send_header(self, keyword: str, value: str) -> None:
            super().send_header(keyword, value.replace(BUILT_ORIGIN, self.server.origin))

        def send_text(self, kind: str, text: str, last_modified: str | None = None) -> None:
            super().send_text(kind, text.replace(BUILT_ORIGIN, self.server.origin), last_modified)

        def end_headers(self) -> None:
            if policy and self.path.startswith("/embed/"):
                self.send_header("Content-Security-Policy", policy)
            super().end_headers()

    with serve_site(SITE, Files) as host:
        reader = engine(host.origin)
        try:
            reader.open("/embed/psiops/initiative/#theme=dark&accent=%2300f")
            assert reader.run("() => self.origin") == ("null" if policy else host.origin)
            assert reader.press_and_wait(f"{ROLLER} .fb-roll", f"{ROLLER} .fb-result > .fb-headline")
            reader.press(f"{ROLLER} .fb-odds > summary")
            reader.wait_for_text(".fb-odds-table td")  # the page brings them
            reader.press_now(f'{ROLLER} [data-step="1"]')
            assert "27.8%" in reader.wait_for_text(".fb-odds-table", "27\\.8%")
            assert reader.run("() => document.documentElement.dataset.mdColorScheme") == "slate"
            assert reader.run("() => getComputedStyle(document.documentElement).colorScheme") == "dark"
        finally:
            reader.close()
        assert reader.errors == []
