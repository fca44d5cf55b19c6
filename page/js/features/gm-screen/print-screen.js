// Paper sizes for printing a screen; the style sheet has a named page for each.
import { make, makeAction, read, write } from "#shared";

const CHOSEN = "fieldbook:screen-paper";
const PAPERS = {
  "a4-landscape": "A4, landscape",
  "a4-portrait": "A4, portrait",
  "letter-landscape": "Letter, landscape",
  "letter-portrait": "Letter, portrait",
};

/** @returns {string} */
function readPaper() {
  const paper = read(CHOSEN);
  return typeof paper === "string" && Object.hasOwn(PAPERS, paper) ? paper : "a4-landscape";
}

/** Use the chosen paper for printing. */
export function showPaper() {
  document.documentElement.dataset.paper = readPaper();
}

export function leavePaper() {
  delete document.documentElement.dataset.paper;
}

/** Return the select for the paper, and the print button. */
export function makePaperChoice() {
  const choice = make(
    "select",
    { className: "fb-screen-choice fb-screen-paper", "aria-label": "Paper" },
    ...Object.entries(PAPERS).map(([name, words]) => new Option(words, name)),
  );
  choice.value = readPaper();
  choice.addEventListener("change", () => {
    write(CHOSEN, choice.value);
    showPaper();
  });
  const prints = makeAction("fb-add", "Print", () => print());
  return [choice, prints];
}
