import { packagedFont, serveFolder } from "@plugboard/test-browser";
import type { Page } from "playwright-core";
import type { GallerySetUp } from "./set-up-gallery.ts";

/** The looks the gallery is tested in. */
export const themes = ["light", "dark"] as const;

/** A look of the gallery. */
export type Theme = (typeof themes)[number];

/** How the gallery is opened. */
export interface GalleryLook {
  readonly theme: Theme;
  /** Width of the window, in pixels. */
  readonly width: number;
}

/** Opens the gallery and waits until everything in it is there. The context of the page is closed after the test. */
export async function openGallery(gallery: GallerySetUp, { theme, width }: GalleryLook): Promise<Page> {
  const context = await gallery.browser().newContext({ viewport: { width, height: 2300 } });
  await serveFolder(context, "http://gallery.test", gallery.folder());
  const page = await context.newPage();
  await page.goto(`http://gallery.test/?theme=${theme}`);
  await page.locator(".hljs-keyword").first().waitFor();
  await page.frameLocator("iframe").getByText("Hello from the component").waitFor();
  // Colours on their way from one to another are no colours to judge.
  await page.emulateMedia({ reducedMotion: "reduce" });
  return page;
}

/** Sets all text in the font of the browser's package, so that a picture of it is the same on every machine. */
export async function useOneFont(page: Page): Promise<void> {
  const root = "font-family: Packaged; --plugboard-font: Packaged; --plugboard-font-mono: Packaged;";
  const content = `${await packagedFont("Packaged")} .gallery { ${root} }`;
  await page.addStyleTag({ content });
  await page.evaluate("Promise.all([...document.fonts].map((font) => font.load()))");
}
