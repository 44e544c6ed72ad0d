import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
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
  await serveFolder(context, "http://gallery.test", gallery.folder);
  const page = await context.newPage();
  await page.goto(`http://gallery.test/?theme=${theme}`);
  await page.locator(".hljs-keyword").first().waitFor();
  await page.frameLocator("iframe").getByText("Hello from the component").waitFor();
  // Colours on their way from one to another are no colours to judge.
  await page.emulateMedia({ reducedMotion: "reduce" });
  return page;
}

const codeFont = fileURLToPath(
  import.meta.resolve("@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2"),
);

/** Sets all text in two fonts that come with packages, so that a picture of it is the same on every machine. */
export async function useOwnFonts(page: Page): Promise<void> {
  const code = (await readFile(codeFont)).toString("base64");
  const face = `@font-face { font-family: Code; src: url(data:font/woff2;base64,${code}); }`;
  const root = "font-family: Packaged; --plugboard-font: Packaged; --plugboard-font-mono: Code, Packaged;";
  // What sticks is a layer of its own, which is drawn at whole pixels or between them as it comes.
  const still = ".plugboard-code-lines { position: static; }";
  const fonts = `${await packagedFont("Packaged")} ${face} .gallery { ${root} }`;
  await page.addStyleTag({ content: `${fonts} ${still}` });
  await page.evaluate("Promise.all([...document.fonts].map((font) => font.load()))");
}
