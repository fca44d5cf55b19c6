// Script for the open log of a fight, loaded when the reader opens the first one.
import { addStyles } from "#shared";

export { Past } from "../features/encounters/past.js";

await addStyles("fight-past");
