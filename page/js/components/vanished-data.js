// A notice for readers whose saved data were deleted under an open page, such as in the browser's settings.
import { notify } from "#shared";
import { keep } from "#store";

keep.addEventListener("vanished", (event) => {
  const { detail: restored } = /** @type {CustomEvent<number>} */ (event);
  const again = restored === 1 ? "one item is saved again" : `${restored} items are saved again`;
  notify(restored ? `Saved data were deleted; ${again}` : "Saved data were deleted"); // short, for a phone's header
});
