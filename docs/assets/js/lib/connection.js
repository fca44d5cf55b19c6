// The reader's connection, as far as the browser reveals it.
const UNMETERED = ["ethernet", "wifi"];

/** Return true if the browser reveals a fast line without volume charges. */
export function isUnmetered() {
  const { saveData, effectiveType, type } = navigator.connection ?? {};
  if (saveData || (!effectiveType && !type)) return false;
  // Browsers for computers reveal only the speed. There the reader turns on data saving for a metered line.
  return (effectiveType ?? "4g") === "4g" && (!type || UNMETERED.includes(type));
}
