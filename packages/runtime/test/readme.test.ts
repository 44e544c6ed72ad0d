import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished, vi } from "vitest";
import type { Integration } from "../src/index.ts";
import { exampleEnvironment } from "./fixtures/example-environment.fixture.ts";
import { fetchEvent, installationSetup } from "./fixtures/example-events.fixture.ts";
import { eventRequest, exampleSecret } from "./fixtures/signed-request.fixture.ts";

const packageFolder = join(import.meta.dirname, "..");
const readme = await readFile(join(packageFolder, "README.md"), "utf8");
const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code = ""]) => code);
const exampleWith = (name: string): string => examples.find((code) => code.includes(name)) ?? "";

/** Loads an example as a module of this package, so that its imports resolve as for users. */
async function load(code: string): Promise<Integration> {
  const folder = await mkdtemp(join(packageFolder, "readme-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "example.ts");
  await writeFile(file, code);
  const example: { readonly integration: Integration } = await import(pathToFileURL(file).href);
  return example.integration;
}

it("the first example serves an integration", async () => {
  const flags = [
    "--conditions=@plugboard/source",
    "--input-type=module-typescript",
    "--eval",
    exampleWith("serve("),
  ];
  const env = { ...process.env, PORT: "0", PLUGBOARD_SIGNING_SECRET: exampleSecret };
  const child = execFile(process.execPath, flags, { cwd: packageFolder, env });
  let output = "";
  child.stdout?.on("data", (text: string) => (output += text));
  child.stderr?.on("data", (text: string) => (output += text));
  await vi.waitFor(() => expect(output).toMatch(/port \d+/), { timeout: 10_000 });
  const port = /port (\d+)/.exec(output)?.[1];
  const { headers, body } = await eventRequest(installationSetup);
  const response = await fetch(`http://127.0.0.1:${port}/v1`, {
    method: "POST",
    headers,
    body,
    duplex: "half",
  });
  expect(response.status).toBe(200);
  await vi.waitFor(() => expect(output).toContain('"status":"active"'), { timeout: 10_000 });
  child.kill();
});

it("the public paths example works", async () => {
  const integration = await load(exampleWith("createRouter"));
  const queued: unknown[] = [];
  const apiFetch: typeof fetch = async (_url, init) => {
    queued.push(await new Response(init?.body ?? null).json());
    return Response.json({ id: "task_1" });
  };
  const works: Promise<unknown>[] = [];
  const host = { apiFetch, waitUntil: (work: Promise<unknown>) => void works.push(work) };
  const call = async (path: string, method: string, headers: [string, string][], body: string) => {
    const url = `${exampleEnvironment.integration.urls.publicEndpoint}${path}`;
    const request = await eventRequest(fetchEvent({ url, method, headers }), new TextEncoder().encode(body));
    const response = await integration.fetch(request, { PLUGBOARD_SIGNING_SECRET: exampleSecret }, host);
    return [response.status, await response.json()];
  };
  expect(await call("/channels", "GET", [], "")).toEqual([200, [{ label: "Docs", value: "C1" }]]);
  expect(await call("/github", "POST", [], "{}")).toMatchObject([401, {}]);
  // The HMAC-SHA256 of `{"action":"opened"}` with the secret of the example.
  const signature = "5ccdd8275f57d608741ad8390e42e8696ebfcd85607d9c2ef890769dda8f7568";
  const headers: [string, string][] = [["x-hub-signature-256", `sha256=${signature}`]];
  expect(await call("/github", "POST", headers, '{"action":"opened"}')).toEqual([200, { received: true }]);
  await Promise.all(works);
  expect(queued).toMatchObject([{ task: { type: "github", payload: { action: "opened" } } }]);
});

it("the example of handling an event once works", async () => {
  const integration = await load(exampleWith("onceForEvent"));
  const lines: string[] = [];
  const host = { log: ({ message }: { readonly message: string }) => void lines.push(message) };
  for (let delivery = 0; delivery < 2; delivery += 1) {
    const request = await eventRequest(installationSetup);
    const response = await integration.fetch(request, { PLUGBOARD_SIGNING_SECRET: exampleSecret }, host);
    expect(response.status).toBe(200);
  }
  expect(lines).toEqual(["handled once"]);
});
