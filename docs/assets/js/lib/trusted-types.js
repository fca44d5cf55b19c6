// What may become markup here, or the address of a script, in browsers that ask (Trusted Types). The theme and the
// site's own modules set HTML as text; whatever they set goes through this first. It runs before either.
{
  const REFUSED = new Set([
    "script",
    "iframe",
    "frame",
    "frameset",
    "object",
    "embed",
    "applet",
    "link",
    "meta",
    "base",
    "style",
    "noscript",
    "noembed",
    "xmp",
    "plaintext",
    "set",
    "animate",
    "animatetransform",
    "animatemotion",
  ]);
  const HANDLERS = /^(on|srcdoc$|srcset$|ping$)/;
  const ADDRESSES = new Set(["href", "xlink:href", "src", "action", "formaction", "poster", "data", "background"]);

  /** Of this site: no other host, no `javascript:`, no `data:` or `blob:`. @param {string} address */
  const isOwn = (address) =>
    URL.canParse(address, document.baseURI)
    && new URL(address, document.baseURI).href.startsWith(`${location.origin}/`);

  /** Whether markup runs nothing and leads nowhere else. @param {DocumentFragment} root @returns {boolean} */
  const isHarmless = (root) =>
    [...root.querySelectorAll("*")].every(
      (element) =>
        !REFUSED.has(element.localName.toLowerCase())
        && [...element.attributes].every(
          ({ name, value }) =>
            !HANDLERS.test(name.toLowerCase())
            && !(name === "style" && value.includes("url("))
            && (!ADDRESSES.has(name.toLowerCase()) || isOwn(value)),
        )
        && (!(element instanceof HTMLTemplateElement) || isHarmless(element.content)),
    );

  const asked = globalThis.trustedTypes;
  if (asked) {
    const unused = document.createElement("template"); // what stands in one runs nothing and fetches nothing
    const inert = asked.createPolicy("inert", { createHTML: (html) => html });
    asked.createPolicy("default", {
      /**
       * A whole page that was fetched from the site is parsed, and runs nothing by that; its scripts' addresses come here
       * too when they are to run. No text ever becomes a script: there is no `createScript`.
       * @param {string} html @param {string} [_] @param {string} [sink]
       */
      createHTML(html, _, sink) {
        if (sink === "DOMParser parseFromString") return html;
        unused.innerHTML = inert.createHTML(html);
        const isFit = isHarmless(unused.content);
        unused.replaceChildren();
        unused.content.replaceChildren();
        return isFit ? html : null;
      },
      /** @param {string} address */
      createScriptURL: (address) => (isOwn(address) ? address : null),
    });
  }
}
