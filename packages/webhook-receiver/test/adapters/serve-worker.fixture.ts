import { mkdtemp, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bundleForRuntimes } from "@plugboard/test-runtimes";
import type { RunningServer } from "./listen.fixture.ts";
import { startProcess } from "./start-process.fixture.ts";

const require = createRequire(import.meta.url);

// No Node.js compatibility, as in a default Worker.
const configuration = (bindings: Readonly<Record<string, string>>): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [
      (name = "main.mjs", esModule = embed "main.mjs"),
      (name = "bundle.mjs", esModule = embed "bundle.mjs"),
    ],
    compatibilityDate = "2026-06-01",
    bindings = [${Object.entries(bindings)
      .map(([name, text]) => `(name = "${name}", text = "${text}")`)
      .join()}],
  ))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

/** Serves a file's `testedWorker` export on a real workerd. */
export async function serveWorker(
  entryFile: string,
  bindings: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-workerd-"));
  await bundleForRuntimes(entryFile, join(folder, "bundle.mjs"));
  await writeFile(join(folder, "main.mjs"), 'export { testedWorker as default } from "bundle.mjs";');
  await writeFile(join(folder, "config.capnp"), configuration(bindings));
  const { address, stop } = await startProcess({
    command: join(dirname(require.resolve("workerd/package.json")), "bin/workerd"),
    args: ["serve", "--control-fd=1", join(folder, "config.capnp")],
    folder,
    listening: /"socket":"http","port":(\d+)\D/,
  });
  return { url: `http://127.0.0.1:${address}/webhooks`, stop };
}
