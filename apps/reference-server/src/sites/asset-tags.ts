import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";

/** The URL path of the built `apps/site`. */
export const siteAssets = "/site-assets";

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), css: z.array(z.string()).default([]) }),
);

/** A script of `apps/site`, or its font. */
export type AssetSource = "src/site.tsx" | "src/openapi.ts" | "src/diagrams.ts" | "src/geist.css";

/**
 * Returns the tags that load a script of the built site with its styles. File names contain a content hash,
 * so browsers can cache them.
 */
export async function readAssetTags(siteDir: string, source: AssetSource): Promise<string> {
  const text = await readFile(join(siteDir, "manifest.json"), "utf8").catch(() => "{}");
  const entry = manifestSchema.parse(JSON.parse(text))[source];
  // Pages still work without the script.
  if (entry === undefined) return "";
  // 2 kB, so that browsers show the page without waiting for the file, and load the font at once.
  if (entry.file.endsWith(".css"))
    return `<style>${await readFile(join(siteDir, entry.file), "utf8")}</style>`;
  const styles = entry.css.map((file) => `<link rel="stylesheet" href="${siteAssets}/${file}" />`);
  return [...styles, `<script type="module" src="${siteAssets}/${entry.file}"></script>`].join("\n    ");
}
