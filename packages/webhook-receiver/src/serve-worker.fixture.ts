import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { bundleForRuntimes } from "@plugboard/test-runtimes";
import type { RunningServer } from "./listen.fixture.ts";

const require = createRequire(import.meta.url);

// Without Node.js compatibility: the receiver has to do with what every Worker has.
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

/** Serves the export `testedWorker` of a file on a real workerd. */
export async function serveWorker(
  entryFile: string,
  bindings: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-workerd-"));
  await bundleForRuntimes(entryFile, join(folder, "bundle.mjs"));
  await writeFile(join(folder, "main.mjs"), 'export { testedWorker as default } from "bundle.mjs";');
  await writeFile(join(folder, "config.capnp"), configuration(bindings));
  const binary = join(dirname(require.resolve("workerd/package.json")), "bin/workerd");
  const child = spawn(binary, ["serve", "--control-fd=1", join(folder, "config.capnp")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.on("data", (output: Buffer) => {
      const [, listening] = /"socket":"http","port":(\d+)/.exec(output.toString()) ?? [];
      if (listening !== undefined) resolve(listening);
    });
    child.once("exit", (code) => reject(new Error(`workerd ended with ${code}`)));
  });
  return {
    url: `http://127.0.0.1:${port}/webhooks`,
    stop: async () => {
      child.kill();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
