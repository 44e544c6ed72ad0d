import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { packagedFont, serveFolder } from "@plugboard/test-browser";
import type { Page } from "playwright-core";
import type { GallerySetUp } from "./set-up-gallery.ts";

/** The themes to test. */
export const themes = ["light", "dark"] as const;

export type Theme = (typeof themes)[number];

/** The theme and size of the gallery. */
export interface GalleryView {
  readonly theme: Theme;
  /** The window width in pixels. */
  readonly width: number;
}

/** Opens the gallery and waits until it is loaded. The page closes after the test. */
export async function openGallery(gallery: GallerySetUp, { theme, width }: GalleryView): Promise<Page> {
  const context = await gallery.browser().newContext({ viewport: { width, height: 2300 } });
  await serveFolder(context, "http://gallery.test", gallery.folder);
  const page = await context.newPage();
  await page.goto(`http://gallery.test/?theme=${theme}`);
  await page.locator(".hljs-keyword").first().waitFor();
  await page.frameLocator("iframe").getByText("Hello from the component").waitFor();
  // Color transitions would make contrast checks unreliable.
  await page.emulateMedia({ reducedMotion: "reduce" });
  return page;
}

const codeFont = fileURLToPath(
  import.meta.resolve("@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2"),
);

/** Sets all text in two packaged fonts, so that pictures are the same on every machine. */
export async function useOwnFonts(page: Page): Promise<void> {
  const code = (await readFile(codeFont)).toString("base64");
  const face = `@font-face { font-family: Code; src: url(data:font/woff2;base64,${code}); }`;
  const root = "font-family: Packaged; --plugboard-font: Packaged; --plugboard-font-mono: Code, Packaged;";
  // Sticky elements get their own layer, whose pixel alignment varies.
  const still = ".plugboard-code-lines { position: static; }";
  const fonts = `${await packagedFont("Packaged")} ${face} .gallery { ${root} }`;
  await page.addStyleTag({ content: `${fonts} ${still}` });
  await page.evaluate("Promise.all([...document.fonts].map((font) => font.load()))");
}
