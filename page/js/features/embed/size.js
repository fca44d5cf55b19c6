// The height of an embedded block, which the page around it gives to its frame (entry/frame.js).

const ROUNDING = 2; // pixels by which a part may overlap the end

/** Tell the page around this one its height, now and whenever it changes. */
export function reportHeight() {
  const { documentElement: html, body } = document;
  let last = 0;
  const report = () => {
    const height = Math.ceil(body.getBoundingClientRect().height);
    // Without this, a part of a pixel would show a scroll bar, which would change the width and so the height.
    html.style.overflowY = innerHeight + ROUNDING > height ? "hidden" : "";
    if (height === last || !height) return;
    last = height;
    parent.postMessage({ fieldbook: "size", height }, "*"); // a height tells nothing about the reader
  };
  new ResizeObserver(report).observe(body);
  addEventListener("resize", report);
}
