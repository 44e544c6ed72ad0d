import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beginLinePrefix, structuredLinePrefix } from "../logs/read-log.ts";
import type { ScriptLimits } from "../model/script-limits.ts";
import { fillMessage } from "./fill-message.ts";
import { findWorkerd } from "./find-workerd.ts";

/** The name of the bundle in a sandbox, which appears in stack traces. */
export const bundleName = "bundle.mjs";

/** Passes the request ID to the wrapper. */
export const requestIdHeader = "x-plugboard-request-id";

// Modules that run in the sandbox next to the bundle.
const readInside = (name: string): Promise<Buffer> => readFile(new URL(`./inside/${name}`, import.meta.url));

// Placeholders for the values that differ between sandboxes; see fillMessage.
const holes = {
  main: "hole: main module",
  counter: "hole: counter",
  bundle: "hole: bundle",
  secret: "hole: signing secret",
} as const;

// Imported by the modules in the sandbox.
const insideSettings = (maxRequests: number): string =>
  JSON.stringify({ maxRequests, beginLinePrefix, structuredLinePrefix, requestIdHeader });

type ConfiguredLimits = Pick<ScriptLimits, "maxHeapBytes" | "maxSubrequests">;

// Without `no_nodejs_compat_v2`, a script sees a `process` that looks like Node.js but no `require`, which
// breaks libraries that detect their environment. `node:` modules can still be imported. All scripts share
// this configuration, except for their code and secrets. No service has network access: requests go to the
// egress guard, over a socket that the runner owns.
const configuration = ({ maxHeapBytes, maxSubrequests }: ConfiguredLimits): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ["--max-old-space-size=${Math.ceil(maxHeapBytes / 1024 / 1024)}"],
  logging = (structuredLogging = true),
  services = [
    (name = "integration", worker = (
      modules = [
        (name = "main.mjs", esModule = "${holes.main}"),
        (name = "count-requests.mjs", esModule = "${holes.counter}"),
        (name = "settings.json", json = ${JSON.stringify(insideSettings(maxSubrequests))}),
        (name = "${bundleName}", esModule = "${holes.bundle}"),
      ],
      compatibilityDate = "2026-11-01",
      compatibilityFlags = ["no_nodejs_compat_v2"],
      bindings = [(name = "PLUGBOARD_SIGNING_SECRET", text = "${holes.secret}")],
      globalOutbound = "egress",
    )),
    (name = "egress", external = (http = (style = proxy))),
  ],
  sockets = [
    (name = "dispatch", http = (), service = "integration"),
    (name = "control", http = (), service = (name = "integration", entrypoint = "control")),
  ],
);
`;

/** Creates the configuration of a sandbox from its code and secrets. */
export type ConfigureSandbox = (script: {
  readonly bundle: Uint8Array;
  readonly signingSecrets: readonly string[];
}) => Uint8Array;

/**
 * Has workerd compile the configuration once, so that sandboxes start faster. @throws {Error} if workerd
 * can't be run
 */
export async function prepareConfiguration(
  directory: string,
  limits: ConfiguredLimits,
): Promise<ConfigureSandbox> {
  const file = join(directory, "sandbox.capnp");
  await writeFile(file, configuration(limits));
  const { stdout } = await promisify(execFile)(findWorkerd(), ["compile", "--config-only", file], {
    encoding: "buffer",
  });
  const [main, counter] = await Promise.all([readInside("main.mjs"), readInside("count-requests.mjs")]);
  return ({ bundle, signingSecrets }) =>
    fillMessage(stdout, {
      [holes.main]: main,
      [holes.counter]: counter,
      [holes.bundle]: bundle,
      [holes.secret]: new TextEncoder().encode(signingSecrets.join()),
    });
}
