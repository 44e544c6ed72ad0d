import type { Page } from "playwright-core";
import { expect } from "vitest";

const maxTabs = 80;

const nameOf = `((element) =>
  (element.getAttribute("aria-label") ?? element.labels?.[0]?.innerText ?? element.innerText ?? "").trim())`;

const nameOfFocused = `(() => {
  const { activeElement: focused, body } = document;
  return focused === null || focused === body ? "" : ${nameOf}(focused);
})()`;

const controls =
  "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex]";

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
    const test = typeof name === "string" ? `name === ${JSON.stringify(name)}` : `${name}.test(name)`;
    const isShown = `[...document.querySelectorAll("${controls}")].some((control) => {
      const name = ${nameOf}(control);
      return ${test};
    })`;
    await expect
      .poll(() => page.evaluate(isShown), { message: `a control named ${String(name)}` })
      .toBe(true);
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
  /** Chooses an option by the text that it begins with. */
  const select = async (name: string | RegExp, option: string): Promise<void> => {
    await tabTo(name);
    const chosen = "document.activeElement.selectedOptions?.[0].innerText.trim().toLowerCase()";
    const typed = async (): Promise<boolean> => {
      await page.keyboard.type(option);
      return await page.evaluate(`${chosen}.startsWith(${JSON.stringify(option.toLowerCase())})`);
    };
    // Browsers forget typed letters after a second, which a busy machine can take for them.
    await expect.poll(typed, { interval: 1500 }).toBe(true);
  };
  const goTo = async (words: string, heading: string | RegExp): Promise<void> => {
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Search" }).getByRole("combobox").waitFor();
    await page.keyboard.type(words);
    await page.getByRole("option", { selected: true }).first().waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  };
  /** Presses the button of an open question. Its label can be that of the button which asked. */
  const confirm = async (name: string | RegExp): Promise<void> => {
    await page.locator("[role=alertdialog] :focus").waitFor();
    await press(name);
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
  };
  /** Opens a menu by the name of its button, and chooses an item with the arrow keys. */
  const choose = async (button: string | RegExp, item: string): Promise<void> => {
    await press(button);
    await page.getByRole("menuitem", { name: item }).first().waitFor();
    await page.locator('[role="menuitem"]:focus').waitFor();
    for (let now = await focused(); !now.includes(item); now = await focused()) {
      await page.keyboard.press("ArrowDown");
      await expect.poll(focused).not.toBe(now);
    }
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor({ state: "detached" });
  };
  return { focused, tabTo, press, type, select, confirm, choose, goTo };
}
