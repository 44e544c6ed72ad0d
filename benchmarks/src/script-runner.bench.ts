import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Environment, hashOfBundle } from "@plugboard/api";
import type { SpaceContentUpdatedEvent } from "@plugboard/content/integration";
import { type EncodedEnvelope, encodeEnvelope } from "@plugboard/runtime/envelope";
import { createScriptRunner, type ScriptRunner, type ScriptTarget } from "@plugboard/script-runner";
import { createGuardedClient } from "@plugboard/webhook-delivery";
import { sign } from "@plugboard/webhook-signer";
import { build } from "esbuild";
import type { BenchRow, BenchTable } from "./bench-table.ts";
import { quantile } from "./quantile.ts";

const secret = "whsec_YmVuY2htYXJr";
const rounds = 7;
const warmRequests = 1_000;
const idleSandboxes = 50;
const limits = { timeoutMilliseconds: 20_000, maxResponseBytes: 65_536 };

const integration = `
  import { createIntegration } from "@plugboard/runtime";
  export const integration = createIntegration({ events: { space_content_updated: () => {} } });`;
const asScript = `${integration} export default integration;`;
const asServer = `${integration}
  import { serve } from "@plugboard/runtime/node";
  const server = await serve(integration, { port: 0, hostname: "127.0.0.1", env: process.env });
  console.log(server.port);`;

/** Runs an integration as a published script and as a separate Node.js process. */
export async function run(): Promise<BenchTable> {
  const directory = await mkdtemp(join(tmpdir(), "bench-scripts-"));
  const runner = createScriptRunner({ directory, apiOrigins: [], onLog: () => {} });
  try {
    const bundles: Bundles = { script: await bundle(asScript), serverFile: join(directory, "server.mjs") };
    await writeFile(bundles.serverFile, await bundle(asServer));
    await runner.capabilities();
    const rows = [...(await compareStarts(runner, bundles)), ...(await compareWarm(runner, bundles))];
    return {
      title: "Published scripts (ratio to a hosted Node.js integration, lower is faster)",
      rows: [...rows, ...(await measureMemory(runner, bundles))],
    };
  } finally {
    await runner.close();
    await rm(directory, { recursive: true });
  }
}

interface Bundles {
  readonly script: Uint8Array;
  readonly serverFile: string;
}

async function bundle(contents: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    conditions: ["@plugboard/source"],
    write: false,
  });
  const [file] = outputFiles;
  if (file === undefined) throw new Error("esbuild produced no output");
  return file.contents;
}

/**
 * Measures a cold start up to the response to the first event. The runner is already running, as it is after
 * the first script.
 */
async function compareStarts(runner: ScriptRunner, bundles: Bundles): Promise<BenchRow[]> {
  const scripts: number[] = [];
  const servers: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const target = await scriptTarget(`start-${round}`, bundles.script);
    scripts.push(await time(() => dispatch(runner, target, event())));
    let server: HostedServer | undefined;
    servers.push(
      await time(async () => {
        server = await startServer(bundles.serverFile);
        await server.post(event());
      }),
    );
    await server?.stop();
    await runner.retire(target.name);
  }
  const [script, server] = [quantile(scripts, 0.5), quantile(servers, 0.5)];
  return [
    { name: "first event: a Node.js process with serve()", value: server, unit: "ms" },
    {
      name: "first event: a published script",
      value: script,
      unit: "ms",
      ratio: script / server,
      bar: { relation: "≤", limit: 0.5 },
    },
  ];
}

/** Sends one event after another, alternating between the two. */
async function compareWarm(runner: ScriptRunner, bundles: Bundles): Promise<BenchRow[]> {
  const target = await scriptTarget("warm", bundles.script);
  const server = await startServer(bundles.serverFile);
  const scripts: number[] = [];
  const servers: number[] = [];
  for (let index = 0; index < warmRequests; index += 1) {
    scripts.push(await time(() => dispatch(runner, target, event())));
    servers.push(await time(() => server.post(event())));
  }
  await server.stop();
  // The first ones include startup and compilation.
  const median = (times: readonly number[]): number => quantile(times.slice(warmRequests / 5), 0.5);
  const [script, hosted] = [median(scripts), median(servers)];
  return [
    { name: "next events, p50: a hosted integration by URL", value: hosted, unit: "ms" },
    {
      name: "next events, p50: a published script",
      value: script,
      unit: "ms",
      ratio: script / hosted,
    },
  ];
}

/** Measures the memory of idle scripts, counting shared memory once. Linux only. */
async function measureMemory(runner: ScriptRunner, bundles: Bundles): Promise<BenchRow[]> {
  if (process.platform !== "linux") return [];
  for (let index = 0; index < idleSandboxes; index += 1) {
    await dispatch(runner, await scriptTarget(`idle-${index}`, bundles.script), event());
  }
  const { scripts } = await runner.status();
  const processIds = scripts.flatMap(({ sandboxes }) => sandboxes.map(({ processId }) => processId));
  const kibibytes = await Promise.all(
    processIds.map(async (processId) => {
      const text = await readFile(`/proc/${processId}/smaps_rollup`, "utf8");
      return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1]);
    }),
  );
  const value = kibibytes.reduce((sum, part) => sum + part, 0) / 1024 / processIds.length;
  const name = `memory per script, ${processIds.length} idle scripts`;
  return [{ name, value, unit: "MiB", bar: { relation: "≤", limit: 15 } }];
}

async function scriptTarget(name: string, module: Uint8Array): Promise<ScriptTarget> {
  const script = { hash: await hashOfBundle({ module }), load: async () => ({ module }) };
  return { name, version: 1, organization: "org_1", script, signingSecrets: [secret] };
}

async function dispatch(
  runner: ScriptRunner,
  target: ScriptTarget,
  envelope: EncodedEnvelope,
): Promise<void> {
  const { result } = await runner.dispatch(target, envelope, limits);
  if (result.status !== 200) throw new Error(`The script: ${result.errorMessage ?? result.status}`);
}

interface HostedServer {
  readonly post: (envelope: EncodedEnvelope) => Promise<void>;
  readonly stop: () => Promise<void>;
}

async function startServer(file: string): Promise<HostedServer> {
  const env = { ...process.env, PLUGBOARD_SIGNING_SECRET: secret };
  const child: ChildProcess = spawn(process.execPath, [file], { stdio: ["ignore", "pipe", "inherit"], env });
  if (child.stdout === null) throw new Error("The server was started without its output.");
  const [printed]: unknown[] = await once(child.stdout, "data");
  const client = createGuardedClient({ ...limits, allowNetworks: ["127.0.0.0/8"] });
  const url = `http://127.0.0.1:${Number(String(printed))}/v1`;
  return {
    post: async ({ contentType, body }) => {
      const signature = await sign({ secret, body });
      const headers = { "content-type": contentType, "x-service-signature": signature };
      const { result } = await client.post({ url, headers, body });
      if (result.status !== 200) throw new Error(`The server: ${result.errorMessage ?? result.status}`);
    },
    stop: async () => {
      await client.close();
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}

function event(): EncodedEnvelope {
  const urls = { publicEndpoint: "https://sites.example/integrations/ins_1" };
  const changed: SpaceContentUpdatedEvent = {
    type: "space_content_updated",
    eventId: "evt_1",
    installationId: "ins_1",
    spaceId: "spc_1",
    revisionId: "rev_1",
  };
  const environment: Environment = {
    apiEndpoint: "https://platform.example/v1",
    apiTokens: { integration: "t".repeat(300) },
    integration: { name: "bench", title: "Bench", version: 1, urls },
    secrets: {},
  };
  return encodeEnvelope({ event: changed, environment });
}

async function time(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
