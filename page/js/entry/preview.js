// Script for previews of linked sections.
import { addStyles } from "#shared";

export { showPreview } from "../features/previews/section-preview.js";

await addStyles("preview");
