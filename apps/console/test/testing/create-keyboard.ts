import type { Page } from "playwright-core";

const maxTabs = 80;

const nameOfFocused = `(() => {
  const { activeElement: focused, body } = document;
  if (focused === null || focused === body) return "";
  return (focused.getAttribute("aria-label") ?? focused.labels?.[0]?.innerText ?? focused.innerText).trim();
})()`;

// A ring around the element, or around its label if the label is styled instead.
const isFocusVisible = `[document.activeElement, ...(document.activeElement.labels ?? [])].some((element) => {
  const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
  return (outlineStyle !== "none" && outlineWidth !== "0px") || boxShadow !== "none";
})`;

/** Operates a page with keys only. */
export function createKeyboard(page: Page) {
  const focused = () => page.evaluate<string>(nameOfFocused);
  /** Presses Tab until an element with this name has focus; fails if none gets it, or if its focus can't be seen. */
  const tabTo = async (name: string | RegExp): Promise<void> => {
    for (let tries = 0; tries < maxTabs; tries += 1) {
      const now = await focused();
      if (typeof name === "string" ? now === name : name.test(now)) {
        if (await page.evaluate<boolean>(isFocusVisible)) return;
        throw new Error(`The focus of ${now} is not visible`);
      }
      await page.keyboard.press("Tab");
    }
    throw new Error(`Tab does not reach ${String(name)}`);
  };
  const press = async (name: string | RegExp): Promise<void> => {
    await tabTo(name);
    await page.keyboard.press("Enter");
  };
  const type = async (name: string | RegExp, text: string): Promise<void> => {
    await tabTo(name);
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(text);
  };
  const goTo = async (words: string, heading: string | RegExp): Promise<void> => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").waitFor();
    await page.keyboard.type(words);
    await page.getByRole("option", { selected: true }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  };
  /** Opens a menu by the name of its button, and chooses the item by its first word. */
  const choose = async (button: string | RegExp, item: string): Promise<void> => {
    await press(button);
    await page.locator('[role="menuitem"]:focus').waitFor();
    await page.keyboard.type(item.split(" ")[0] ?? "");
    await page.locator('[role="menuitem"]:focus', { hasText: item }).waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor({ state: "detached" });
  };
  return { focused, tabTo, press, type, choose, goTo };
}
