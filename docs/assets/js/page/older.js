// What some browsers lack of that which the theme and the site's own scripts ask for.

// Those of early 2023 have no such question.
URL.canParse ??= (url, base) => {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
};
