const itemSelector = "[role=menuitem]";

const steps: ReadonlyMap<string, (index: number, count: number) => number> = new Map([
  ["ArrowDown", (index: number, count: number) => (index + 1) % count],
  ["ArrowUp", (index: number, count: number) => (index - 1 + count) % count],
  ["Home", () => 0],
  ["End", (_index: number, count: number) => count - 1],
]);

/** Moves the focus between the menu items inside an element and says whether the key was one that does. */
export function moveMenuFocus(around: HTMLElement, key: string): boolean {
  const step = steps.get(key);
  if (step === undefined) return false;
  const items = [...around.querySelectorAll<HTMLElement>(itemSelector)];
  const index = items.findIndex((item) => item === document.activeElement);
  items[step(index, items.length)]?.focus();
  return true;
}

/** Puts the focus on the first item of a menu that opens. */
export function focusFirstItem(menu: HTMLElement | null): void {
  menu?.querySelector<HTMLElement>(itemSelector)?.focus();
}
