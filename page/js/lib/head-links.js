// Protection of the head's style sheets. Instant navigation makes all addresses of a page absolute to compare pages'
// heads, but setting a style sheet's address loads it again and recalculates all styles. So these links keep their
// addresses, and report absolute ones for the comparison. Not so the icon, which browsers fetch again at each address.
const links = [...document.head.querySelectorAll("link")].filter(({ rel }) => rel !== "icon");
for (const link of links) {
  const absolute = /** @type {HTMLLinkElement} */ (link.cloneNode()); // outside of a document it fetches nothing
  absolute.href = link.href;
  const { href, outerHTML } = absolute;
  Object.defineProperties(link, { href: { get: () => href, set() {} }, outerHTML: { value: outerHTML } });
}
