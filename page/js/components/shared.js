// Modules that the main script shares with the scripts of few pages, as `#shared`: a second copy would create another
// worker and another live region.
export * as values from "./forms/values.js";
export { findPageGame, listActiveGames, getActive, use } from "../lib/active-character.js";
export { say } from "../lib/announce.js";
export { Parts, unfold } from "../lib/disclosure.js";
export { find, findClicked, make, makeAction, makeButton } from "../lib/dom.js";
export { Failure, NOT_ANSWERED, toFailure } from "../lib/failure.js";
export { fetchText, createForeignFailure } from "../lib/fetch.js";
export { focusOn } from "../lib/focus.js";
export { copyColours } from "../lib/game-colours.js";
export { runOnEachPage, runWhenIdle } from "../lib/lifecycle.js";
export { notify } from "../lib/notice.js";
export { letKeysScroll } from "../lib/scrollers.js";
export { copy, share } from "../lib/share.js";
export { addStyles } from "../lib/styles.js";
export {
  bringIntoView,
  changeAround,
  findControls,
  ignoreRepeats,
  guardTaps,
  nameControl,
  noteScroll,
} from "../lib/taps.js";
export { forget, isSaved, listNames, NOT_SAVED, read, watch, write } from "../lib/storage.js";
export { resolveAddress, storeState, linkToRoll, readState, checkLength } from "../lib/url-state.js";
export { fetchAnswer, askRules, askDice, buildOdds, buildResolve, buildRoll } from "../rules-client/client.js";
export { explainFailure } from "../rules-client/host-version.js";
export { prepareRolls, prepareWorker } from "../rules-client/compiled-rules.js";
export { runtime, createSeed } from "../rules-client/runtime.js";
export { requestInitialDice, nameDie } from "./die-slot.js";
export { adaptRoller } from "./follow-up-roll.js";
export { toName, shortenName } from "./forms/comparison-url.js";
export { FieldError } from "./forms/field-error.js";
export { Counts } from "./forms/odds-mode.js";
export { listenToSteppers, stepField } from "./forms/steppers.js";
export { JOURNAL, KEEPS_NONE, MOST_KEPT } from "./journal.js";
export { rollDice } from "./local-roll.js";
export {
  fill,
  fillPage,
  selectFitting,
  findLine,
  describeNotFilled,
  listRollers,
  sayNotFilled,
  showForm,
} from "./prefill.js";
export { renderDice } from "./result-html.js";
export { finishCard, ResultView, sayWaiting, showError, showWaiting, showWhileWaiting } from "./result-view.js";
export { fetchSiteIndex } from "./site-index.js";
