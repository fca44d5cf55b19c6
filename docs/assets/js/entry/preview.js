// Script for previews of linked sections.
export { showPreview } from "../features/previews/section-preview.js";
