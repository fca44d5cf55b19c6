// The theme's instant navigation makes every address of a page absolute, so that it can compare the heads of pages of
// different folders. A style sheet whose address is set is read again, though, and with it the whole page is styled and
// laid out anew. So what the head links to stays as it is, and tells its absolute address when it is compared.
for (const link of document.head.querySelectorAll("link")) {
  const absolute = /** @type {HTMLLinkElement} */ (link.cloneNode()); // in no document, so it fetches nothing
  absolute.href = link.href;
  const { href, outerHTML } = absolute;
  Object.defineProperties(link, { href: { get: () => href, set() {} }, outerHTML: { value: outerHTML } });
}
