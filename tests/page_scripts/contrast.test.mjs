// Contrast of colours: WCAG's own examples, and colours of other sites that can't be read as they are.
import assert from "node:assert/strict";
import { test } from "node:test";
import { computeContrast, LEAST_CONTRAST, makeReadable } from "../../page/js/lib/contrast.js";

const [BLACK, WHITE] = [
  [0, 0, 0],
  [255, 255, 255],
];

test("the contrast is that of WCAG", () => {
  assert.equal(computeContrast(BLACK, WHITE), 21);
  assert.equal(computeContrast([118, 118, 118], WHITE).toFixed(2), "4.54"); // #767676, the lightest grey for text
  assert.equal(computeContrast(WHITE, [255, 0, 0]).toFixed(1), "4.0"); // red
});

test("a colour that can be read stays, and any other becomes readable on any background", () => {
  assert.deepEqual(makeReadable([0, 0, 238], WHITE), [0, 0, 238]);
  for (let grey = 0; grey < 256; grey += 5) {
    for (const text of [
      [255, 255, 0],
      [128, 128, 128],
      [180, 0, 60],
    ]) {
      const behind = [grey, grey, grey];
      assert.ok(computeContrast(makeReadable(text, behind), behind) >= LEAST_CONTRAST, `${text} on ${grey}`);
    }
  }
});
