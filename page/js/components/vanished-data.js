// A notice for readers whose saved data were deleted under an open page, such as in the browser's settings.
import { notify } from "#shared";
import { keep } from "#store";

keep.addEventListener("vanished", (event) => {
  const { detail: restored } = /** @type {CustomEvent<number>} */ (event);
  notify(
    restored
      ? `This site's saved data were deleted. This page has saved again what it had: ${restored === 1 ? "one item" : `${restored} items`}`
      : "This site's saved data were deleted",
  );
});
