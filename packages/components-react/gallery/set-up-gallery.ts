import { launchBrowser } from "@plugboard/test-browser";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import type { ComponentHost } from "../src/index.ts";
import { type BuiltGallery, buildGallery } from "./build-gallery.ts";
import { type Harness, openHarness } from "./open-harness.ts";

/** The gallery in a browser, for the tests of one file. */
export interface GallerySetUp {
  readonly browser: () => Browser;
  readonly folder: () => string;
  /** Opens the harness; it is closed after the test. */
  readonly open: (host: Pick<ComponentHost, "dispatch"> & Partial<ComponentHost>) => Promise<Harness>;
}

/** Builds the gallery and starts a browser before the tests of a file, and cleans up after them. */
export function setUpGallery(): GallerySetUp {
  vi.setConfig({ testTimeout: 60_000 });
  let built: BuiltGallery | undefined;
  let launched: Browser | undefined;
  beforeAll(async () => {
    [built, launched] = await Promise.all([buildGallery(), launchBrowser()]);
  });
  afterEach(async () => {
    await Promise.all(
      browser()
        .contexts()
        .map((context) => context.close()),
    );
  });
  afterAll(async () => {
    await launched?.close();
    await built?.remove();
  });
  const browser = (): Browser => existing(launched);
  const folder = (): string => existing(built).folder;
  return { browser, folder, open: (host) => openHarness(browser(), folder(), host) };
}

function existing<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The gallery is only there while tests run.");
  return value;
}
