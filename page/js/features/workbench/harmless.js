// A check of HTML that a reader's rule has made. The page's policy keeps scripts and other hosts out of all HTML; this
// keeps out elements of the site that would show what the device has stored.
const OWN = new Set(["fb-roller", "fb-list", "fb-records", "fb-die", "fb-next", "fb-counted"]);

/**
 * Return an element with this HTML as its content.
 * @param {string} html
 * @throws {Error} if it has other elements of the site, or a link that leaves it
 */
export function parseHarmless(html) {
  const place = document.createElement("div");
  const { body } = new DOMParser().parseFromString(html, "text/html"); // runs nothing
  for (const element of body.querySelectorAll("*")) {
    const { localName } = element;
    const isForeign = [...element.attributes].some(
      ({ name, value }) =>
        /^on/i.test(name) || (["href", "src", "action"].includes(name) && /^\s*[a-z]+:|^\s*\/\//i.test(value)),
    );
    if ((localName.includes("-") && !OWN.has(localName)) || isForeign) {
      throw new Error(`the rule's result has a ${localName}, which isn't shown here`);
    }
  }
  place.innerHTML = body.innerHTML;
  return place;
}
