// Script for the pages of other sites that show blocks: it gives each frame the height of its block, and tells the block
// the colours around it. It isn't a module and has no global names. Its size is stated where it is offered.
{
  const place = new URL("./", /** @type {HTMLScriptElement} */ (document.currentScript).src).href;
  const findFrames = () => [...document.querySelectorAll("iframe")].filter(({ src }) => src.startsWith(place));

  /** Return the colour behind an element. @param {Element | null} element @returns {string} */
  const findBackground = (element) => {
    if (!element) return "#fff";
    const { backgroundColor } = getComputedStyle(element);
    return / 0\)$/.test(backgroundColor) ? findBackground(element.parentElement) : backgroundColor;
  };

  /** Tell a frame the colours around it. @param {HTMLIFrameElement} frame */
  const tell = (frame) => {
    const around = /** @type {HTMLElement} */ (frame.parentElement);
    const link = around.appendChild(document.createElement("a"));
    link.href = "#";
    const accent = getComputedStyle(link).color;
    link.remove();
    const { color: text, fontFamily: font } = getComputedStyle(around);
    const look = { fieldbook: "look", background: findBackground(around), text, accent, font };
    frame.contentWindow?.postMessage(look, "*");
  };
  const tellAll = () => findFrames().forEach(tell);

  addEventListener("message", ({ source, data }) => {
    const frame = findFrames().find(({ contentWindow }) => contentWindow === source);
    if (!frame || data?.fieldbook !== "size" || !(data.height > 0 && data.height < 2e4)) return;
    frame.style.height = `${data.height + frame.offsetHeight - frame.clientHeight}px`;
    if (!frame.dataset.told) tell(frame);
    frame.dataset.told = "1";
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tellAll);
  new MutationObserver(tellAll).observe(document.documentElement, { attributes: true });
}
