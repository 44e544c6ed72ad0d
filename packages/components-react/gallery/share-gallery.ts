import type { TestProject } from "vitest/node";
import { buildGallery } from "./build-gallery.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder that the gallery was built into. */
    readonly galleryFolder: string;
  }
}

/** Vitest's global setup: builds the gallery once, for all files that test it. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await buildGallery();
  provide("galleryFolder", folder);
  return remove;
}
