// Polyfills for features that the theme and the site's scripts need.

// Missing in browsers of early 2023.
URL.canParse ??= (url, base) => {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
};

// Missing in Safari of early 2023.
Element.prototype.checkVisibility ??= function isLaidOut() {
  return this.getClientRects().length > 0;
};
