/**
 * Reports the height that a component in a frame needs, including its open dialogs and menus, when it changes.
 * Returns a function that stops it.
 *
 * @param element - contains the component and its popups
 * @example
 * ```ts
 * import { observeHeight } from "@plugboard/components-react";
 *
 * const stop = observeHeight(document.body, (height) => window.parent.postMessage({ height }, "*"));
 * window.addEventListener("pagehide", stop);
 * ```
 */
export function observeHeight(element: HTMLElement, onHeight: (height: number) => void): () => void {
  let reported: number | undefined;
  const report = (): void => {
    const height = Math.ceil(heightOf(element));
    if (height === reported) return;
    reported = height;
    onHeight(height);
  };
  const sizes = new ResizeObserver(report);
  sizes.observe(element);
  // Dialogs don't change the element's size.
  const popups = new MutationObserver(report);
  popups.observe(element, { childList: true, characterData: true, subtree: true });
  return () => {
    sizes.disconnect();
    popups.disconnect();
  };
}

// On both sides of a dialog, as in `dialog.css`.
const dialogMargin = 16;

function heightOf(element: HTMLElement): number {
  const dialogs = [...element.querySelectorAll(".plugboard-dialog")].map(
    (dialog) =>
      dialog.getBoundingClientRect().height +
      2 * dialogMargin +
      [dialog, ...dialog.querySelectorAll(".plugboard-dialog-body")].reduce(
        (sum, { scrollHeight, clientHeight }) => sum + scrollHeight - clientHeight,
        0,
      ),
  );
  return Math.max(element.getBoundingClientRect().bottom, element.scrollHeight, ...dialogs);
}
