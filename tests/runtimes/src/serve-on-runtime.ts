import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findFreePort } from "../../http/src/find-free-port.ts";

/** An integration served by a runtime other than Node.js. */
export interface ServedIntegration {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

const require = createRequire(import.meta.url);

const denoScript = `import { integration } from "./bundle.mjs";
const handle = (request) => integration.fetch(request, Deno.env.toObject());
Deno.serve({ hostname: "127.0.0.1", port: Number(Deno.env.get("PORT")) }, handle);
`;

const workerConfig = (
  port: number,
  secret: string,
): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [
        (name = "worker.mjs", esModule = "export { integration as default } from 'bundle.mjs';"),
        (name = "bundle.mjs", esModule = embed "bundle.mjs"),
      ],
      bindings = [(name = "PLUGBOARD_SIGNING_SECRET", text = ${JSON.stringify(secret)})],
      compatibilityDate = "2026-06-01",
      compatibilityFlags = ["nodejs_compat"],
    )),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;

/**
 * Serves a bundle that exports an `integration`, as a Worker or with a Deno script.
 *
 * @throws Error with the runtime's output if it ends before it listens
 */
export async function serveOnRuntime(
  runtime: "deno" | "workerd",
  bundleFile: string,
  signingSecret: string,
): Promise<ServedIntegration> {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-runtime-"));
  const port = await findFreePort();
  await copyFile(bundleFile, join(folder, "bundle.mjs"));
  await writeFile(join(folder, "serve.mjs"), denoScript);
  await writeFile(join(folder, "config.capnp"), workerConfig(port, signingSecret));
  const deno = join(dirname(require.resolve("deno/package.json")), "bin.cjs");
  const [command, args] =
    runtime === "deno"
      ? [process.execPath, [deno, "run", "--allow-net", "--allow-env", join(folder, "serve.mjs")]]
      : [String(require("workerd").default), ["serve", join(folder, "config.capnp")]];
  const child = spawn(command, args, {
    env: { ...process.env, PORT: String(port), PLUGBOARD_SIGNING_SECRET: signingSecret },
    // Deno's binary is a child process: both are killed as a group.
    detached: true,
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += String(chunk)));
  const exited = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  while ((await fetch(url).catch(() => undefined)) === undefined) {
    if (child.exitCode !== null) throw new Error(`${runtime} ended:\n${printed}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    url,
    stop: async () => {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
