import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Environment } from "@plugboard/api";
import { encodeEnvelope } from "@plugboard/runtime/envelope";
import { build } from "esbuild";
import type { ScriptBundle } from "../bundles/bundle-store.ts";
import { createScriptRunner } from "./create-script-runner.ts";
import type { ScriptRunner, ScriptRunnerOptions, ScriptTarget } from "./script-runner.ts";
import type { ScriptExchange, ScriptRequestOptions } from "./script-exchange.ts";
import type { ScriptLogLine } from "../protocol/runner-protocol.ts";

/** A runner for tests, with the log lines of its scripts. */
export interface TestRunner {
  readonly runner: ScriptRunner;
  readonly lines: ScriptLogLine[];
  readonly messages: (name: string) => string[];
  readonly close: () => Promise<void>;
}

export async function openTestRunner(options: Partial<ScriptRunnerOptions> = {}): Promise<TestRunner> {
  const directory = await mkdtemp(join(tmpdir(), "script-runner-test-"));
  const lines: ScriptLogLine[] = [];
  const runner = createScriptRunner({
    directory,
    apiOrigins: [],
    onLog: (line) => lines.push(line),
    ...options,
  });
  return {
    runner,
    lines,
    messages: (name) => lines.filter(({ integration }) => integration === name).map(({ message }) => message),
    close: async () => {
      await runner.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Computes the same hash as `hashOfBundle`, synchronously and with other code. */
function testHashOf({ module, sourceMap = new Uint8Array() }: ScriptBundle): string {
  const ofModule = createHash("sha256").update(module).digest();
  return createHash("sha256").update(ofModule).update(sourceMap).digest("hex");
}

/** Returns a script that consists of one module, unbundled. */
export function plainScript(name: string, code: string, version = 1): ScriptTarget {
  const bundle = { module: new TextEncoder().encode(code) };
  const script = { hash: testHashOf(bundle), load: async () => bundle };
  return { name, version, organization: "org_1", script, signingSecrets: ["whsec_dGVzdA=="] };
}

/** Returns a script with this `fetch` body, without the runtime package around it. */
export function fetchScript(name: string, body: string, imports = ""): ScriptTarget {
  return plainScript(name, `${imports}\nexport default { async fetch(request, env, host) { ${body} } };`);
}

/** Bundles a TypeScript integration the way publishing does. */
export async function bundleIntegration(code: string): Promise<ScriptBundle> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: import.meta.dirname, loader: "ts", sourcefile: "integration.ts" },
    bundle: true,
    format: "esm",
    conditions: ["@plugboard/source"],
    sourcemap: "external",
    outfile: "bundle.mjs",
    write: false,
    logLevel: "silent",
  });
  const contents = (ending: string): Uint8Array => {
    const file = outputFiles.find(({ path }) => path.endsWith(ending));
    if (file === undefined) throw new Error(`esbuild wrote no ${ending}`);
    return file.contents;
  };
  return { module: contents(".mjs"), sourceMap: contents(".map") };
}

export function bundledScript(name: string, bundle: ScriptBundle, version = 1): ScriptTarget {
  const script = { hash: testHashOf(bundle), load: async () => bundle };
  return { name, version, organization: "org_1", script, signingSecrets: ["whsec_dGVzdA=="] };
}

/** Returns the platform's envelope for a page view on a site. */
export function siteViewEnvelope(
  apiEndpoint = "https://docs.example.com/v1",
): ReturnType<typeof encodeEnvelope> {
  const visitor = { anonymousId: "1", userAgent: "", ip: "", cookies: {} };
  const ids = { eventId: "evt_1", installationId: "ins_1", siteId: "sit_1" };
  const event = {
    type: "site_view",
    ...ids,
    visitor,
    url: "https://docs.example.com/",
    referrer: "",
  };
  const urls = { publicEndpoint: "https://sites.example.net/integrations/ins_1" };
  const integration = { name: "example", title: "Example", version: 1, urls };
  const environment: Environment = {
    apiEndpoint,
    apiTokens: { integration: "token" },
    integration,
    secrets: {},
  };
  return encodeEnvelope({ event, environment });
}

export const patience: ScriptRequestOptions = { timeoutMilliseconds: 20_000, maxResponseBytes: 1024 * 1024 };

/** Sends JSON to a script. */
export function post(
  runner: ScriptRunner,
  target: ScriptTarget,
  value: unknown = {},
  options: Partial<ScriptRequestOptions> = {},
): Promise<ScriptExchange> {
  const body = new TextEncoder().encode(JSON.stringify(value));
  return runner.dispatch(target, { contentType: "application/json", body }, { ...patience, ...options });
}

export function textOf({ response }: ScriptExchange): string {
  return new TextDecoder().decode(response?.body);
}
