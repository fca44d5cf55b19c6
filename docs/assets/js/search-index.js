// Material fetches the search index with every page. It grows with every game, so it is held back until the reader turns
// to the search, or came from it: then words are marked that are looked up in the index. Runs before Material's script.
{
  const QUERY = "[data-md-component=search-query], #__search";
  const { open, send } = XMLHttpRequest.prototype;
  const held = new WeakSet();

  const wanted = new Promise((ask) => {
    const came = new URLSearchParams(location.search);
    if (came.get("h") || came.has("q")) ask();
    for (const turned of ["focusin", "change"]) {
      document.addEventListener(turned, (event) => event.target.matches(QUERY) && ask());
    }
  });

  XMLHttpRequest.prototype.open = function (method, url, ...rest) {
    if (/\/search\/search_index\.json$/.test(url)) held.add(this);
    return open.call(this, method, url, ...rest);
  };

  XMLHttpRequest.prototype.send = function (...body) {
    if (!held.has(this)) return send.apply(this, body);
    wanted.then(() => this.readyState === XMLHttpRequest.OPENED && send.apply(this, body));
  };
}
