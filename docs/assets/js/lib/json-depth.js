// How deep JSON from elsewhere may go: what this site writes goes about ten levels down, and what goes on and on takes
// whatever reads it along.
const DEEPEST = 30;

/** Whether JSON has more levels of lists and objects than anything of this site; looked into without recursion. @param {any} value */
export function isTooDeep(value) {
  let level = [value];
  for (let deep = 0; deep <= DEEPEST; deep += 1) {
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
    if (!level.length) return false;
  }
  return true;
}
