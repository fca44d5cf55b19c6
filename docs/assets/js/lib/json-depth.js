// Depth limit for JSON from elsewhere: this site writes about ten levels, and endless nesting would overflow the stack.
const DEEPEST = 30;

/** Return true if JSON is nested deeper than any of this site, without recursion. @param {any} value */
export function isTooDeep(value) {
  let level = [value];
  for (let deep = 0; deep <= DEEPEST; deep += 1) {
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
    if (!level.length) return false;
  }
  return true;
}
