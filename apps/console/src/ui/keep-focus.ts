const rows = "li, tr, [role=row], [role=treeitem], section[aria-label]";
const regions = `${rows}, [role=tabpanel], [role=dialog], [role=alertdialog], main`;
const popups = "[role=dialog], [role=alertdialog], [role=menu]";

/** An element that had the focus, with its surroundings at that time. */
interface Trail {
  readonly element: Element;
  /** Itself and its ancestors, from the inside out, with the siblings of rows. */
  readonly ancestors: readonly { readonly element: Element; readonly siblings: readonly Element[] }[];
  /** The trail that led into the popup of the element. */
  readonly opener: Trail | undefined;
}

/**
 * Moves the focus to the next row or the surrounding region when the focused element is removed. Browsers reset it to
 * the document, where screen readers start over. Returns a function that ends this.
 */
export function keepFocus(): () => void {
  const ended = new AbortController();
  const { activeElement: first, body } = document;
  let trail = first === null || first === body ? undefined : trailOf(first, undefined);
  let isScheduled = false;
  const isLost = () => document.activeElement === document.body && trail?.element.isConnected === false;
  const note = ({ target }: FocusEvent): void => {
    if (target instanceof Element) trail = trailOf(target, trail);
  };
  // After a click beside all controls. A removed element isn't connected by then.
  const forget = () =>
    setTimeout(() => {
      if (document.activeElement === document.body && trail?.element.isConnected === true) trail = undefined;
    });
  document.addEventListener("focusin", note, { signal: ended.signal });
  document.addEventListener("focusout", forget, { signal: ended.signal });
  const restore = () => {
    isScheduled = false;
    const target = isLost() ? findTarget(trail) : undefined;
    if (target === undefined) return;
    if (!target.hasAttribute("tabindex")) {
      target.setAttribute("tabindex", "-1");
      target.addEventListener("blur", () => target.removeAttribute("tabindex"), { once: true });
    }
    target.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    if (isScheduled || !isLost()) return;
    isScheduled = true;
    // Dialogs and menus return the focus themselves in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(restore));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    ended.abort();
    observer.disconnect();
  };
}

function trailOf(element: Element, before: Trail | undefined): Trail {
  const ancestors: Trail["ancestors"][number][] = [];
  for (let next: Element | null = element; next !== null; next = next.parentElement)
    ancestors.push({
      element: next,
      siblings: next.matches(rows) ? [...(next.parentElement?.children ?? [])] : [],
    });
  const popup = element.closest(popups);
  const isSamePopup = popup !== null && before?.element.closest(popups) === popup;
  return { element, ancestors, opener: popup === null ? undefined : isSamePopup ? before.opener : before };
}

function findTarget(trail: Trail | undefined): HTMLElement | undefined {
  if (trail === undefined) return undefined;
  for (const { element, siblings } of trail.ancestors) {
    const index = siblings.indexOf(element);
    const nearest = [element, ...siblings.slice(index + 1), ...siblings.slice(0, index).toReversed()];
    const target = nearest.find((one) => one.matches(regions) && one.checkVisibility());
    if (target instanceof HTMLElement) return target;
  }
  return findTarget(trail.opener);
}
