// A check of HTML that a reader's rule has made. The page's policy keeps scripts and other hosts out of all HTML; this
// keeps out elements of the site that would show what the device has stored, also in browsers without Trusted Types.
import { Failure } from "#shared";

const OWN = new Set(["fb-roller", "fb-list", "fb-records", "fb-die", "fb-next", "fb-counted"]);
const REFUSED = new Set(["base", "embed", "frame", "iframe", "link", "meta", "noscript", "object", "script", "style"]);
const ADDRESSES = new Set(["action", "data", "formaction", "href", "src", "xlink:href"]);
const PLAIN = new Set(["error", "said"]); // the parts of an answer that are shown as text

/**
 * Return an element with this HTML as its content.
 * @param {string} html
 * @throws {Failure} if it has other elements of the site, or a link that leaves it
 */
export function parseHarmless(html) {
  const { body } = new DOMParser().parseFromString(html, "text/html"); // runs nothing
  check(body);
  const place = document.createElement("div");
  place.append(...body.childNodes); // not parsed again, which could give other elements
  return place;
}

/**
 * Check each text with HTML in an answer, at any depth.
 * @param {unknown} answer
 * @throws {Failure} as in `parseHarmless`
 */
export function checkAnswer(answer) {
  if (typeof answer === "string" && answer.includes("<")) {
    check(new DOMParser().parseFromString(answer, "text/html"));
  } else if (answer && typeof answer === "object") {
    for (const [name, value] of Object.entries(answer)) if (!PLAIN.has(name)) checkAnswer(value);
  }
}

/** @param {Document | DocumentFragment | Element} root */
function check(root) {
  for (const element of root.querySelectorAll("*")) {
    const { localName } = element;
    const isForeign = [...element.attributes].some(
      ({ name, value }) => /^on|^srcdoc$/i.test(name) || (ADDRESSES.has(name.toLowerCase()) && !isOwn(value)),
    );
    if ((localName.includes("-") && !OWN.has(localName)) || REFUSED.has(localName) || isForeign) {
      throw new Failure(`the rule's result has a ${localName}, which isn't shown here`);
    }
    if (element instanceof HTMLTemplateElement) check(element.content);
  }
}

/** Return true for an address of this site. @param {string} address */
const isOwn = (address) =>
  URL.canParse(address, document.baseURI) && new URL(address, document.baseURI).origin === location.origin;
