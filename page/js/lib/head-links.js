// Protection of the head's style sheets. Instant navigation makes all addresses of a page absolute to compare pages'
// heads, but setting a style sheet's address loads it again and recalculates all styles. So these links keep their
// addresses, and report absolute ones for the comparison. The icon gets an absolute one: browsers ask for it again
// once the address of the page has changed.
for (const link of document.head.querySelectorAll("link")) {
  if (link.rel === "icon") link.setAttribute("href", link.href);
  const absolute = /** @type {HTMLLinkElement} */ (link.cloneNode()); // outside of a document it fetches nothing
  absolute.href = link.href;
  const { href, outerHTML } = absolute;
  Object.defineProperties(link, { href: { get: () => href, set() {} }, outerHTML: { value: outerHTML } });
}
