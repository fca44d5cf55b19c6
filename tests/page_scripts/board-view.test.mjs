// The view of a fight's board: choices add up, and a part that is reset is gone.
import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeView } from "../../page/js/features/encounters/board-view.js";

test("a change replaces a part of the view and keeps the others", () => {
  assert.deepEqual(mergeView({ by: "n1", at: "n2", open: "more" }, { at: "n3", open: "" }), {
    by: "n1",
    at: "n3",
    open: "",
  });
});

test("parameters and choices are merged name by name", () => {
  const view = mergeView({ params: { tags: 1, prone: true }, chosen: { weapons: 0 } }, { params: { tags: 2 } });
  assert.deepEqual(view, { params: { tags: 2, prone: true }, chosen: { weapons: 0 } });
  assert.deepEqual(mergeView(view, { chosen: { weapons: 1 } }).chosen, { weapons: 1 });
});

test("null removes a parameter, or all of them", () => {
  const view = { do: "psiops.attack", params: { tags: 1, prone: true } };
  assert.deepEqual(mergeView(view, { params: { tags: null } }).params, { prone: true });
  assert.deepEqual(mergeView(view, { params: null }), { do: "psiops.attack" });
});

test("a view is never changed in place", () => {
  const view = { params: { tags: 1 } };
  mergeView(view, { params: { tags: 2 }, by: "n1" });
  assert.deepEqual(view, { params: { tags: 1 } });
});
