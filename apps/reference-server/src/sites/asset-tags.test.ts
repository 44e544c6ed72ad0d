import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readAssetTags } from "./asset-tags.ts";

it("names the built script and its styles, contains the font's, and returns no tags if there is no build", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-site-"));
  expect(await readAssetTags(folder, "src/site.tsx")).toBe("");
  const built = {
    "src/site.tsx": { file: "site-1a.js", css: ["site-2b.css"] },
    "src/geist.css": { file: "geist-3c.css" },
    "_chunk.js": { file: "chunk.js" },
  };
  await writeFile(join(folder, "manifest.json"), JSON.stringify(built));
  expect(await readAssetTags(folder, "src/site.tsx")).toBe(
    `<link rel="stylesheet" href="/site-assets/site-2b.css" />
    <script type="module" src="/site-assets/site-1a.js"></script>`,
  );
  await writeFile(join(folder, "geist-3c.css"), "@font-face{}");
  expect(await readAssetTags(folder, "src/geist.css")).toBe("<style>@font-face{}</style>");
  expect(await readAssetTags(folder, "src/openapi.ts")).toBe("");
});
