import type { TestProject } from "vitest/node";
import { buildGallery } from "./build-gallery.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the built gallery. */
    readonly galleryFolder: string;
  }
}

/** Vitest global setup that builds the gallery once for all test files. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await buildGallery();
  provide("galleryFolder", folder);
  return remove;
}
