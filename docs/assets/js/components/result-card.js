// Details on a result's card: the source of its faces, and a button that shares it.
import { button, make } from "../lib/dom.js";
import { share } from "../lib/share.js";

/** @type {Partial<Record<import("../rules-client/client.js").Source, string>>} */
const SOURCES = { shared: "A shared roll", "own dice": "Rolled with your own dice" };

/**
 * @param {HTMLElement} place the element that shows the result
 * @param {import("../rules-client/client.js").Source | undefined} source
 * @param {() => string} link
 */
export function finishCard(place, source, link) {
  const words = source && SOURCES[source];
  if (words) place.prepend(make("p", { className: "fb-source" }, words));
  const sharing = button("fb-share", "Share this roll");
  sharing.addEventListener("click", () => share(sharing, link(), "Link to this roll"));
  place.append(sharing);
}
