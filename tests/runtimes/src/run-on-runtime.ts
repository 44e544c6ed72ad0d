import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { RuntimeName } from "./runtime-names.ts";

/** The exit code and output of a runtime. */
export interface RuntimeResult {
  readonly exitCode: number;
  readonly output: string;
}

type Plan = { readonly command: string; readonly args: readonly string[] };

const require = createRequire(import.meta.url);
const packageFolder = (name: string): string => dirname(require.resolve(`${name}/package.json`));
const runModule = (file: string) =>
  `import { run } from ${JSON.stringify(file)};\nawait run();\nconsole.log("conformance passed");\n`;

// workerd has no file system: the bundle is embedded, and `workerd test` runs its test handler.
const workerdConfig = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [
      (name = "main.mjs", esModule = embed "main.mjs"),
      (name = "bundle.mjs", esModule = embed "bundle.mjs"),
    ],
    compatibilityDate = "2026-06-01",
    compatibilityFlags = ["nodejs_compat"],
  ))],
);
`;
const workerdMain = `import { run } from "bundle.mjs";
export default { async test() { await run(); console.log("conformance passed"); } };
`;

const plans: Record<RuntimeName, (entry: string, folder: string) => Plan> = {
  node: (entry) => ({ command: process.execPath, args: [entry] }),
  "node-22": (entry) => ({ command: join(packageFolder("node-22"), "bin/node"), args: [entry] }),
  "node-24": (entry) => ({ command: join(packageFolder("node-24"), "bin/node"), args: [entry] }),
  bun: (entry) => ({ command: join(packageFolder("bun"), "bin/bun.exe"), args: [entry] }),
  deno: (entry) => ({
    command: process.execPath,
    args: [join(packageFolder("deno"), "bin.cjs"), "run", "--allow-all", entry],
  }),
  workerd: (_entry, folder) => ({
    // The package exports the path of its binary, which depends on the system.
    command: String(require("workerd").default),
    args: ["test", join(folder, "config.capnp")],
  }),
};

/**
 * Runs a bundle of `bundleForRuntimes` on a runtime. Doesn't throw if the suite fails, so that a test can
 * show the runtime's output.
 */
export async function runOnRuntime(
  runtime: RuntimeName,
  bundleFile: string,
  timeoutMilliseconds = 60_000,
): Promise<RuntimeResult> {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-runtime-"));
  try {
    await writeFile(join(folder, "bundle.mjs"), await readFile(bundleFile));
    const entry = join(folder, "entry.mjs");
    await writeFile(entry, runModule("./bundle.mjs"));
    await writeFile(join(folder, "main.mjs"), workerdMain);
    await writeFile(join(folder, "config.capnp"), workerdConfig);
    return await execute(plans[runtime](entry, folder), timeoutMilliseconds);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function execute({ command, args }: Plan, timeout: number): Promise<RuntimeResult> {
  return new Promise((resolve) => {
    const child = execFile(command, [...args], { timeout }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : (child.exitCode ?? 1);
      resolve({ exitCode, output: `${stdout}${stderr}` });
    });
  });
}
