// Differences between a record that came from outside and the one here with the same name, in words.

const MOST_SHOWN = 8;

/**
 * Return the values that differ between two sheets, which the rules have rendered.
 * @param {string} theirs HTML
 * @param {string} own HTML
 */
export function listSheetDifferences(theirs, own) {
  const [there, here] = [readValues(theirs), readValues(own)];
  const found = [...new Set([...there.keys(), ...here.keys()])]
    .filter((label) => there.get(label) !== here.get(label))
    .map((label) => `${label}: ${there.get(label) ?? "nothing"}, yours ${here.get(label) ?? "nothing"}`);
  if (!found.length) return ["Some entries of its lists"];
  const rest = found.length - MOST_SHOWN;
  return [...found.slice(0, MOST_SHOWN), ...(rest > 0 ? [`and ${rest} more`] : [])];
}

/** Return the values on a rendered sheet by their labels. @param {string} html @returns {Map<string, string>} */
function readValues(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return new Map(
    [...template.content.querySelectorAll("dl > div")].map((row) => [
      row.querySelector("dt")?.textContent ?? "",
      row.querySelector("dd")?.textContent ?? "",
    ]),
  );
}

/**
 * Return how two lists of parts differ, such as “12 events, yours 9”.
 * @param {string} noun of one part
 * @param {unknown} theirs
 * @param {unknown} own
 */
export function describeLengths(noun, theirs, own) {
  const [there, here] = [theirs, own].map((each) => (Array.isArray(each) ? each.length : 0));
  const count = `${there} ${noun}${there === 1 ? "" : "s"}`;
  return there === here ? `${count}, but not the same` : `${count}, yours ${here}`;
}
