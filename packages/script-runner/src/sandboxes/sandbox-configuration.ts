import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { beginLinePrefix, structuredLinePrefix } from "../logs/read-log.ts";
import type { ScriptLimits } from "../model/script-limits.ts";
import { countSubrequestsModule } from "./count-subrequests.ts";
import { fillMessage } from "./fill-message.ts";
import { findWorkerd } from "./find-workerd.ts";

/** The name of the bundle in a sandbox, which appears in stack traces. */
export const bundleName = "bundle.mjs";

const counterName = "count-subrequests.mjs";

/** Passes the request ID to the wrapper. */
export const requestIdHeader = "x-plugboard-request-id";

// The main module. It provides the host that the runtime package expects, and handles the control entry
// point. It is no security boundary: the script shares its realm and can break it, but only harms itself.
const mainModule = `
import { takeCounter } from "${counterName}";
import * as script from "${bundleName}";

const counted = takeCounter();

const integration = script.default ?? script.integration;
if (typeof integration?.fetch !== "function") {
  throw new TypeError('The bundle must export createIntegration({ … }), as its default or as "integration".');
}

const print = { debug: console.debug, info: console.info, warn: console.warn, error: console.error };
const plain = (_name, value) =>
  value instanceof Error
    ? { name: value.name, message: value.message, stack: value.stack, cause: value.cause }
    : typeof value === "bigint" ? String(value) : value;

function log({ level, message, event, fields }) {
  let text;
  try {
    text = JSON.stringify({ message, event, fields }, plain);
  } catch {
    text = JSON.stringify({ message, event, fields: { unwritable: Object.keys(fields) } });
  }
  print[level](${JSON.stringify(structuredLinePrefix)} + text);
}

// Work after responses, and since when. What was cut off never settles: it is forgotten after a minute.
const pending = new Map();
function track(work) {
  for (const [old, since] of pending) {
    if (Date.now() - since < 60_000) break;
    pending.delete(old);
  }
  const settled = Promise.resolve(work).then(() => {}, () => {}).finally(() => pending.delete(settled));
  pending.set(settled, Date.now());
  return work;
}

addEventListener("unhandledrejection", ({ reason }) => {
  log({ level: "error", message: "A promise was rejected and nobody handled it", fields: { error: reason } });
});

export default {
  fetch(request, env, context) {
    print.debug(${JSON.stringify(beginLinePrefix)} + request.headers.get("${requestIdHeader}"));
    const host = { log, waitUntil: (work) => context.waitUntil(track(work)) };
    return counted(() => integration.fetch(request, env, host));
  },
};

export const control = {
  async fetch(request) {
    if (new URL(request.url).pathname === "/drain") while (pending.size > 0) await Promise.all(pending.keys());
    return new Response(null, { status: 204 });
  },
};
`;

// Placeholders for the values that differ between sandboxes; see fillMessage.
const holes = {
  main: "hole: main module",
  counter: "hole: counter",
  bundle: "hole: bundle",
  secret: "hole: signing secret",
} as const;

// Without `no_nodejs_compat_v2`, a script sees a `process` that looks like Node.js but no `require`, which
// breaks libraries that detect their environment. `node:` modules can still be imported. All scripts share
// this configuration, except for their code and secrets. No service has network access: requests go to the
// egress guard, over a socket that the runner owns.
const configuration = (maxHeapBytes: number): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ["--max-old-space-size=${Math.ceil(maxHeapBytes / 1024 / 1024)}"],
  logging = (structuredLogging = true),
  services = [
    (name = "integration", worker = (
      modules = [
        (name = "main.mjs", esModule = "${holes.main}"),
        (name = "${counterName}", esModule = "${holes.counter}"),
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
  { maxHeapBytes, maxSubrequests }: Pick<ScriptLimits, "maxHeapBytes" | "maxSubrequests">,
): Promise<ConfigureSandbox> {
  const file = join(directory, "sandbox.capnp");
  await writeFile(file, configuration(maxHeapBytes));
  const { stdout } = await promisify(execFile)(findWorkerd(), ["compile", "--config-only", file], {
    encoding: "buffer",
  });
  const main = new TextEncoder().encode(mainModule);
  const counter = new TextEncoder().encode(countSubrequestsModule(maxSubrequests));
  return ({ bundle, signingSecrets }) =>
    fillMessage(stdout, {
      [holes.main]: main,
      [holes.counter]: counter,
      [holes.bundle]: bundle,
      [holes.secret]: new TextEncoder().encode(signingSecrets.join()),
    });
}
