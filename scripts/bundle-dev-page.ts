import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleDevPage } from "../packages/cli/src/dev/bundle-dev-page.ts";

// Bundles the page of `plugboard dev` into the built CLI. Run it in the package after the build.

await mkdir("dist/page", { recursive: true });
for (const [name, contents] of await bundleDevPage()) await writeFile(join("dist/page", name), contents);
