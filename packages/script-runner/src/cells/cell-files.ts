import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beginLinePrefix, structuredLinePrefix } from "../logs/read-log.ts";

/** The name a bundle has inside a cell, and so in stack traces. */
export const bundleName = "bundle.mjs";

/** Carries the id of a request to the wrapper. */
export const requestIdHeader = "x-plugboard-request-id";

/** Where a cell finds its signing secrets, as the runtime expects it. */
export const secretVariable = "PLUGBOARD_SIGNING_SECRET";

// The module that runs first. It gives the bundle what the runtime package expects of a host, and responds at the
// control entry point. Nothing here protects anybody: the script shares its realm and may break it, and then breaks only itself.
const mainModule = `
import * as script from "${bundleName}";

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
    return integration.fetch(request, env, { log, waitUntil: (work) => context.waitUntil(track(work)) });
  },
};

export const control = {
  async fetch(request) {
    if (new URL(request.url).pathname === "/drain") while (pending.size > 0) await Promise.all(pending.keys());
    return new Response(null, { status: 204 });
  },
};
`;

// One constant configuration for every script: what differs comes by options and by the environment. No service has
// access to a network; whatever the script asks for goes to the egress guard, over a socket that the runner owns.
const configuration = (maxHeapBytes: number): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  v8Flags = ["--max-old-space-size=${Math.ceil(maxHeapBytes / 1024 / 1024)}"],
  logging = (structuredLogging = true),
  services = [
    (name = "integration", worker = (
      modules = [
        (name = "main.mjs", esModule = embed "main.mjs"),
        (name = "${bundleName}", esModule = embed "/${bundleName}"),
      ],
      compatibilityDate = "2026-11-01",
      bindings = [(name = "${secretVariable}", fromEnvironment = "${secretVariable}")],
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

/**
 * Starts what its arguments name with a limit on its data segment in KiB (`$1`), and ends it when standard input closes: a
 * runner that is killed leaves nothing behind. The process id is written to descriptor 3.
 */
export const launchScript = `
ulimit -c 0
[ "$1" = unlimited ] || ulimit -d "$1" || exit 125
shift
exec 4<&0
"$@" 0</dev/null 4<&- &
cell=$!
echo "{\\"pid\\":$cell}" >&3
{ read -r _ <&4; kill -9 "$cell"; } 3>&- 1>&- 2>/dev/null &
watcher=$!
wait "$cell" 2>/dev/null
code=$?
kill -9 "$watcher" 2>/dev/null
exit "$code"
`;

/** Writes what all cells share into a directory, readable for everybody: there is no secret in it. */
export async function writeCellFiles(
  directory: string,
  { maxHeapBytes }: { readonly maxHeapBytes: number },
): Promise<void> {
  await writeForCells(directory, { "main.mjs": mainModule, "cell.capnp": configuration(maxHeapBytes) });
}

/** Writes files into a directory so that cells can read them, whatever the process's umask is. */
export async function writeForCells(
  directory: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, 0o755);
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(directory, name), content);
    await chmod(join(directory, name), 0o644);
  }
}
