import { fileURLToPath } from "node:url";
import { generateTypes } from "@plugboard/manifest";
import { readManifest } from "@plugboard/manifest/node";
import { assert, expect, it } from "vitest";

it("matches the manifest; after changing the manifest, run `plugboard types`", async () => {
  const { manifest, errors, warnings } = await readManifest(fileURLToPath(new URL("..", import.meta.url)));
  expect([...errors, ...warnings]).toEqual([]);
  assert(manifest);
  await expect(generateTypes(manifest, { kinds: ["site", "space"] })).toMatchFileSnapshot(
    "service-manifest.types.ts",
  );
});
