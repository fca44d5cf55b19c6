"""Errors on a page, collected by a script in the page because WebKit's driver has no console."""

from pathlib import Path
from typing import override

from tests.browser.served_site import SiteFiles

COLLECTOR = """
{
    const noted = (words) => {
      const all = JSON.parse(sessionStorage.getItem("errors") ?? "[]");
      sessionStorage.setItem("errors", JSON.stringify([...all, `${words} on ${location}`]));
    };
    const LATE = "ResizeObserver loop"; // what came too late for this frame is told in the next: nothing is amiss
    let isLeft = false;
    for (const name of ["beforeunload", "pagehide"]) addEventListener(name, () => { isLeft = true; });
    // A page that is left cancels its loads, some before it is told. Then their files have no timing, unlike those that
    // the host has refused. If the page stays, they are missing, too.
    const noteFile = (address) => {
      const words = `${address} did not come`;
      if (performance.getEntriesByName(address).length) noted(words);
      else if (!isLeft) setTimeout(() => isLeft || noted(words), 1000);
    };
    addEventListener("error", ({ message, target }) => {
      if (message === undefined) noteFile(target.src ?? target.href);
      else if (!message.startsWith(LATE)) noted(message);
    }, true);
    addEventListener("unhandledrejection", (event) => noted(String(event.reason)));
    addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      noted(`${violatedDirective} forbids ${blockedURI}`));
    const tell = console.error;
    console.error = (...what) => { noted(what.join(" ")); tell(...what); };
}
"""
COLLECTED = "return sessionStorage.getItem('errors') ?? '[]'"
"""Script that returns the errors collected in a tab, as JSON."""


class CollectingFiles(SiteFiles):
    """The site with the collector script in every opened page; a service worker still caches the original pages."""

    @override
    def do_GET(self) -> None:
        if self.path == "/collector.js":
            self.send_text("text/javascript", COLLECTOR)
            return
        path = Path(self.translate_path(self.path))
        page = path / "index.html" if path.is_dir() and self.path.split("?")[0].endswith("/") else path
        if self.headers["Sec-Fetch-Dest"] == "document" and page.suffix == ".html" and page.is_file():
            self.send_text(
                "text/html; charset=utf-8",
                page.read_text().replace("<head>", '<head><script src="/collector.js"></script>', 1),
            )
            return
        super().do_GET()
