// The code that shows a block on another site.
import assert from "node:assert/strict";
import { test } from "node:test";
import { buildAddress, buildCode } from "../../page/js/features/embed-code/code.js";

const PAGE = "https://example.org/book/embed/psiops/attack/";
const PLAIN = { theme: "auto", accent: "", values: {}, hasScript: false };

test("an address names what differs from the block, and its colours", () => {
  assert.equal(buildAddress(PAGE, "psiops.attack", PLAIN), `${PAGE}#theme=auto`);
  const chosen = { ...PLAIN, theme: "dark", accent: "#ff9a6b", values: { attribute: "2", list: "1,2" } };
  assert.equal(
    buildAddress(PAGE, "psiops.attack", chosen),
    `${PAGE}?roll=psiops.attack&attribute=2&list=1,2#theme=dark&accent=%23ff9a6b`,
  );
  assert.equal(buildAddress(PAGE, "", { ...PLAIN, values: { cover: "1" } }), `${PAGE}?cover=1#theme=auto`);
});

test("the code is a frame with a height of its own, and a script if it is wanted", () => {
  const frame = buildCode(PAGE, 'Push & "pull" <hard>', 420, "https://example.org/book/embed/frame.js", PLAIN);
  assert.equal(
    frame,
    `<iframe src="${PAGE}" title="Push &amp; &quot;pull&quot; &lt;hard&gt;" loading="lazy" `
      + 'style="width:100%;height:420px;border:0;color-scheme:light dark"></iframe>',
  );
  const both = buildCode(`${PAGE}?a=1&b=2`, "A", 420, "https://e.org/frame.js", {
    ...PLAIN,
    theme: "host",
    hasScript: true,
  });
  assert.match(both, /src="[^"]*\?a=1&amp;b=2"/);
  assert.match(
    both,
    /style="width:100%;height:420px;border:0"><\/iframe>\n<script src="https:\/\/e.org\/frame.js" async>/,
  );
});
