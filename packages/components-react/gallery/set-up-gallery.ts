import { launchBrowser } from "@plugboard/test-browser";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, inject } from "vitest";
import type { ComponentHost } from "../src/index.ts";
import { type Harness, openHarness } from "./open-harness.ts";

/** The gallery in a browser, shared by the tests of a file. */
export interface GallerySetUp {
  readonly browser: () => Browser;
  /** The folder of the built gallery. */
  readonly folder: string;
  /** Opens the harness and closes it after the test. */
  readonly open: (host: Pick<ComponentHost, "dispatch"> & Partial<ComponentHost>) => Promise<Harness>;
}

/** Starts a browser before a file's tests and closes it afterward. */
export function setUpGallery(): GallerySetUp {
  const folder = inject("galleryFolder");
  let launched: Browser | undefined;
  const browser = (): Browser => {
    if (launched === undefined) throw new Error("The browser is only available while tests run.");
    return launched;
  };
  beforeAll(async () => {
    launched = await launchBrowser();
  });
  afterEach(async () => {
    await Promise.all(
      browser()
        .contexts()
        .map((context) => context.close()),
    );
  });
  afterAll(() => launched?.close());
  return { browser, folder, open: (host) => openHarness(browser(), folder, host) };
}
