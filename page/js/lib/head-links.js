// Protection of the head's style sheets. Instant navigation makes all addresses of a page absolute to compare pages'
// heads, but setting a style sheet's address loads it again and recalculates all styles. So these links keep their
// addresses, and report absolute ones for the comparison.
for (const link of document.head.querySelectorAll("link")) {
  const absolute = /** @type {HTMLLinkElement} */ (link.cloneNode()); // outside of a document it fetches nothing
  absolute.href = link.href;
  const { href, outerHTML } = absolute;
  Object.defineProperties(link, { href: { get: () => href, set() {} }, outerHTML: { value: outerHTML } });
}
