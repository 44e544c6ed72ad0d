import { cp, readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";

// Copies the sample integrations into the built CLI as templates. Run it in the package after the build.

const samples = resolve(import.meta.dirname, "../apps/sample-integrations");
const leftBehind = new Set(["node_modules", "dist", ".turbo", ".plugboard", ".gitignore"]);

for (const entry of await readdir(samples, { withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  await cp(join(samples, entry.name), join("dist/templates", entry.name), {
    recursive: true,
    filter: (file) => !leftBehind.has(basename(file)),
  });
}
