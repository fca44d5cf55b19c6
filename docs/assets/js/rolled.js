// What is shown and said of dice that the page rolled itself: the same markup as rules_py.show.rolls.

/** A row that was rolled: what follows is HTML, everything else text. */
export function rowHtml({ title, roll, name, follows, thrown }) {
  return `<p class="fb-headline"><strong>${escape(name)}</strong></p>${diceHtml(thrown, title)}`
    + (follows.length ? `<ul class="fb-follows">${follows.map((each) => `<li>${each}</li>`).join("")}</ul>` : "")
    + `<ol class="fb-steps"><li>${escape(`${title}: ${roll} is ${name}.`)}</li></ol>`;
}

/** The same as one sentence. */
export function rowSaid({ title, name, thrown }) {
  return `${title}: ${name}; dice ${facesOf(thrown).join(", ")}.`;
}

/** Every face in the order it fell. */
export const facesOf = (thrown) => thrown.flatMap(({ faces }) => faces);

/** A total as people read it. */
export const totalText = (total) => String(total).replace("-", "−");

function diceHtml(thrown, label) {
  const groups = thrown.map(({ sides, faces, dropped }) => {
    const left = [...dropped];
    const shown = faces.map((face) => {
      const at = left.indexOf(face);
      if (at === -1) return `<span class="fb-face" data-sides="${sides}">${face}</span>`;
      left.splice(at, 1);
      return `<s class="fb-face" data-sides="${sides}">${face}<span class="fb-hidden"> dropped</span></s>`;
    });
    return `<span class="fb-thrown"><span class="fb-thrown-label">${escape(label)}</span> ${shown.join(" ")}</span>`;
  });
  return `<p class="fb-dice">${groups.join(" ")}</p>`;
}

const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
const escape = (text) => text.replace(/[&<>]/g, (sign) => ENTITIES[sign]);
