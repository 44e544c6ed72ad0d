import type { Page } from "playwright-core";

/** Waits for the frame in which the browser reports a moved caret to the editor. No user types sooner. */
export async function caretMoved(page: Page): Promise<void> {
  await page.evaluate(
    `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`,
  );
}
