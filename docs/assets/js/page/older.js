// What browsers of early 2023 lack of that which the site's own scripts ask for.
URL.canParse ??= (url, base) => {
  try {
    return Boolean(new URL(url, base));
  } catch {
    return false;
  }
};
