// What some browsers lack of that which the theme and the site's own scripts ask for.

// Those of early 2023 have no such question.
URL.canParse ??= (url, base) => {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
};

// Nor has Safari of that time this one.
Element.prototype.checkVisibility ??= function isLaidOut() {
  return this.getClientRects().length > 0;
};
