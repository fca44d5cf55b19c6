// Moving and resizing of tiles by pointer: the handle moves a tile, its corner resizes it in steps. Until the drop only
// a marker moves.

const FAR = 6; // pixels until a press becomes a drag
const EDGE = 60; // pixels from the window's edge where the page scrolls

/**
 * @param {HTMLElement} grid
 * @param {{ place: (key: string, before: string | null) => void, size: (key: string, width: number, height: number) => void }} does
 */
export function listenToPointer(grid, does) {
  grid.addEventListener("pointerdown", (event) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || event.button !== 0) return;
    const tile = target.closest(".fb-tile");
    if (!(tile instanceof HTMLElement)) return;
    if (target.closest(".fb-tile-move")) follow(event, target, makeMover(grid, tile, does.place));
    if (target.closest(".fb-tile-size")) follow(event, target, makeSizer(grid, tile, does.size));
  });
}

/**
 * Follow a pointer until it is released.
 * @param {PointerEvent} down
 * @param {HTMLElement} handle
 * @param {{ move: (event: PointerEvent) => void, end: (isDropped: boolean) => void }} drag
 */
function follow(down, handle, drag) {
  let isFar = false;
  const ends = new AbortController();
  const end = (/** @type {boolean} */ isDropped) => {
    ends.abort();
    drag.end(isDropped && isFar);
  };
  const { signal } = ends;
  handle.setPointerCapture(down.pointerId);
  handle.addEventListener(
    "pointermove",
    (event) => {
      isFar ||= Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) > FAR;
      if (isFar) drag.move(event);
    },
    { signal },
  );
  handle.addEventListener("pointerup", () => end(true), { signal });
  handle.addEventListener("pointercancel", () => end(false), { signal });
  addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape") end(false);
    },
    { signal },
  );
}

/** @param {HTMLElement} grid @param {HTMLElement} tile @param {(key: string, before: string | null) => void} place */
function makeMover(grid, tile, place) {
  /** @type {HTMLElement | null} */
  let over = null;
  let isBehind = false;
  const mark = (/** @type {HTMLElement | null} */ next) => {
    over?.removeAttribute("data-drop");
    over = next;
    if (over) over.dataset.drop = isBehind ? "after" : "before";
  };
  return {
    /** @param {PointerEvent} event */
    move({ clientX, clientY }) {
      tile.dataset.dragged = "";
      if (clientY < EDGE) scrollBy(0, -12);
      else if (clientY > innerHeight - EDGE) scrollBy(0, 12);
      const hit = document
        .elementsFromPoint(clientX, clientY)
        .map((each) => each.closest(".fb-tile"))
        .find((each) => each instanceof HTMLElement && grid.contains(each) && each !== tile);
      if (!(hit instanceof HTMLElement)) return;
      const box = hit.getBoundingClientRect();
      const isNarrow = box.width > grid.clientWidth * 0.9;
      isBehind = isNarrow ? clientY > box.top + box.height / 2 : clientX > box.left + box.width / 2;
      mark(hit);
    },
    /** @param {boolean} isDropped */
    end(isDropped) {
      const target = over;
      mark(null);
      delete tile.dataset.dragged;
      if (!isDropped || !target) return;
      const next = isBehind ? findNextTile(target, tile) : target;
      place(tile.dataset.tile ?? "", next instanceof HTMLElement ? (next.dataset.tile ?? null) : null);
    },
  };
}

/** @param {Element} target @param {Element} dragged */
function findNextTile(target, dragged) {
  const next = target.nextElementSibling;
  return next === dragged ? next.nextElementSibling : next;
}

/** @param {HTMLElement} grid @param {HTMLElement} tile @param {(key: string, width: number, height: number) => void} size */
function makeSizer(grid, tile, size) {
  const { left, top, width: startWidth, height: startHeight } = tile.getBoundingClientRect();
  let [width, height] = [0, 0];
  return {
    /** @param {PointerEvent} event */
    move({ clientX, clientY }) {
      width = Math.round(((clientX - left) / grid.clientWidth) * 12);
      height = Math.abs(clientY - top - startHeight) < 20 ? 0 : Math.max(1, Math.round((clientY - top) / 80));
      tile.dataset.dragged = "";
      tile.style.setProperty("--sized", `${Math.round(clientX - left - startWidth)}px`);
    },
    /** @param {boolean} isDropped */
    end(isDropped) {
      delete tile.dataset.dragged;
      tile.style.removeProperty("--sized");
      if (isDropped) size(tile.dataset.tile ?? "", width, height);
    },
  };
}
