/**
 * Refuses files that are dropped beside an upload. Browsers would open them in place of the console, which loses unsaved text.
 * Returns a function that removes the listeners.
 */
export function refuseDrops(): () => void {
  const refuse = (event: DragEvent): void => {
    if (event.defaultPrevented || event.dataTransfer?.types.includes("Files") !== true) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = "none";
  };
  window.addEventListener("dragover", refuse);
  window.addEventListener("drop", refuse);
  return () => {
    window.removeEventListener("dragover", refuse);
    window.removeEventListener("drop", refuse);
  };
}
