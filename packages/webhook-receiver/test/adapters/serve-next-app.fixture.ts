import { mkdir, mkdtemp, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bundleForRuntimes } from "@plugboard/test-runtimes";
import type { RunningServer } from "./listen.fixture.ts";
import { startProcess } from "./start-process.fixture.ts";

const require = createRequire(import.meta.url);
const packageFolder = join(import.meta.dirname, "../..");

const handlers = `import { after } from "next/server";
import { createTestedHandlers } from "../../bundle.mjs";
`;

const files: Readonly<Record<string, string>> = {
  "package.json": '{ "name": "tested-app", "private": true, "type": "module" }',
  "app/layout.js": "export default function Layout({ children }) { return children; }",
  "app/webhooks/route.js": `${handlers}
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = createTestedHandlers({ after });`,
  "app/consumed/route.js": `${handlers}
const handlers = createTestedHandlers({ after });
export async function POST(request) {
  await request.json();
  return handlers.POST(request);
}`,
};

/**
 * Serves a Next.js app with the receiver at `/webhooks`, and at `/consumed` behind a handler that reads the
 * body.
 */
export async function serveNextApp(): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-next-"));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  await symlink(join(packageFolder, "node_modules"), join(folder, "node_modules"));
  await bundleForRuntimes(join(import.meta.dirname, "next-app.conformance.ts"), join(folder, "bundle.mjs"));
  // Turbopack doesn't follow links out of the app's folder.
  const next = require.resolve("next/dist/bin/next");
  const { address, stop } = await startProcess({
    command: process.execPath,
    args: [next, "dev", "--webpack", "--port", "0", "--hostname", "127.0.0.1"],
    folder,
    env: { ...process.env, NODE_ENV: "development", NEXT_TELEMETRY_DISABLED: "1" },
    listening: /http:\/\/(127\.0\.0\.1:\d+)\s/,
  });
  return { url: `http://${address}/webhooks`, stop };
}
