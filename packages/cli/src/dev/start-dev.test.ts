import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as routes from "@plugboard/api/routes";
import { verify } from "@plugboard/webhook-signer";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { runCli } from "../program/run-cli.ts";
import { connectPageUrl } from "../server/dev-page-url.ts";
import { readDevSession } from "../server/dev-session.ts";
import type { DevReport } from "./dev-report.ts";
import { startDev } from "./start-dev.ts";

const sample = fileURLToPath(
  new URL("../../../../apps/sample-integrations/channel-notifier", import.meta.url),
);
const secrets = { CHAT_ORIGIN: "https://chat.example", CHAT_CLIENT_ID: "id", CHAT_CLIENT_SECRET: "secret" };

let folder: string;
let dev: Awaited<ReturnType<typeof startDev>>;
const reports: DevReport[] = [];

beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), "plugboard-dev-")), "chat");
  await mkdir(folder);
  await start("create", ".", "--template", "channel-notifier", "--no-install").exitCode;
  await symlink(join(sample, "node_modules"), join(folder, "node_modules"), "junction");
  dev = await startDev({ folder, port: 0, env: secrets, report: (report) => void reports.push(report) });
});
afterAll(async () => {
  await dev.close();
  await rm(join(folder, ".."), { recursive: true, force: true });
});

/** Starts a command in this process. */
function start(...words: readonly string[]) {
  const ended = new AbortController();
  const lines: string[] = [];
  const output = { write: (text: string) => lines.push(text) > 0 };
  const { platform } = process;
  const host = { stdin: {}, stdout: output, stderr: output, env: {}, home: folder, platform };
  const { signal } = ended;
  const exitCode = runCli({ ...host, arguments: [...words, "--json"], cwd: folder, signal });
  return { exitCode, lines, end: () => ended.abort() };
}

it("reports readiness and the missing settings", () => {
  expect(reports.find(({ kind }) => kind === "ready")).toMatchObject({
    name: "chat",
    status: "pending",
    missing: ["oauth_credentials", "channel"],
  });
});

it("names the script that does not exist", async () => {
  const other = join(folder, "../without-script");
  await cp(folder, other, { recursive: true, filter: (path) => !path.endsWith("node_modules") });
  const manifest = join(other, "service-manifest.yaml");
  const text = await readFile(manifest, "utf8");
  await writeFile(manifest, text.replace("src/integration.ts", "src/integrations.ts"));
  const started = startDev({ folder: other, port: 0, env: secrets, report: () => {} });
  await expect(started).rejects.toThrow("script: ./src/integrations.ts");
});

it("fails if the port is in use", async () => {
  const main = fileURLToPath(new URL("../program/main.ts", import.meta.url));
  const { server } = (await readDevSession(folder)) ?? { server: "" };
  const flags = ["--conditions=@plugboard/source", main, "dev", "--port", new URL(server).port];
  const child = spawn(process.execPath, flags, { cwd: folder, env: { ...process.env, ...secrets } });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  child.stderr.on("data", (text) => (output += String(text)));
  expect(await once(child, "exit")).toEqual([1, null]);
  expect(output).toMatch(/Port \d+ is in use/);
});

it("checks the port before it reads the integration", async () => {
  const { server } = (await readDevSession(folder)) ?? { server: "" };
  const empty = await mkdtemp(join(tmpdir(), "plugboard-empty-"));
  onTestFinished(() => rm(empty, { recursive: true }));
  const options = { folder: empty, env: {}, report: () => {} };
  await expect(startDev({ ...options, port: Number(new URL(server).port) })).rejects.toThrow(/is in use/);
  await expect(startDev({ ...options, port: 0 })).rejects.toThrow(/plugboard\.ya?ml|manifest/i);
});

it("serves the connect page only to clients with its full URL", async () => {
  const session = await readDevSession(folder);
  const { items } = await dev.api.call(routes.listInstallations);
  const [installation] = items;
  if (session === undefined || installation === undefined) throw new Error("Nothing runs");
  const url = connectPageUrl(session.server, session.token, installation.id, "oauth_credentials");
  expect(await (await fetch(url)).text()).toMatch(/name="ticket" value="[^"]{20,}"/);
  expect(url).not.toContain(session.token);
  expect((await fetch(url.replace(/key=.*/, "key=guess"))).status).toBe(403);
});

it("forwards an endpoint's webhooks, signed, including resent ones", async () => {
  const received: { body: string; signature: string }[] = [];
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await request.toArray()).toString();
    received.push({ body, signature: String(request.headers["x-service-signature"]) });
    response.end();
  };
  const receiver = createServer((request, response) => void receive(request, response)).listen(
    0,
    "127.0.0.1",
  );
  await once(receiver, "listening");
  onTestFinished(() => void receiver.close());
  const address = receiver.address();
  const port = typeof address === "object" ? address?.port : undefined;

  const [installation] = (await dev.api.call(routes.listInstallations)).items;
  const installationId = installation?.id ?? "";
  const endpoint = await dev.api.call(routes.createWebhookEndpoint, {
    params: { installationId },
    body: { url: "http://127.0.0.1:9/nobody", eventTypes: ["page_feedback"] },
  });
  const params = { installationId, endpointId: endpoint.id };
  const listening = start("listen", `http://127.0.0.1:${port}/`);
  onTestFinished(() => listening.end());
  await vi.waitFor(() => expect(listening.lines.join()).toContain(endpoint.id), { timeout: 10_000 });
  const { eventId } = await dev.api.call(routes.sendTestEvent, { params, body: {} });
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(0), { timeout: 10_000 });
  const { secrets: signing } = await dev.api.call(routes.getWebhookEndpointSecrets, { params });
  const [first] = received;
  await verify({ secret: signing[0]?.secret ?? "", header: first?.signature ?? "", body: first?.body ?? "" });
  expect(JSON.parse(first?.body ?? "{}")).toMatchObject({ eventId, type: "page_feedback" });
  expect(listening.lines.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ eventId, status: 200 }),
  );
  const before = received.length;
  expect(await start("replay", eventId).exitCode).toBe(0);
  await vi.waitFor(() => expect(received.length).toBeGreaterThan(before), { timeout: 10_000 });
  listening.end();
  expect(await listening.exitCode).toBe(0);
});

it("reports webhook results", async () => {
  // The previous test's endpoint points to a closed port.
  await vi.waitFor(
    () =>
      expect(reports).toContainEqual(
        expect.objectContaining({
          kind: "delivery",
          url: "http://127.0.0.1:9/nobody",
          type: "page_feedback",
        }),
      ),
    { timeout: 10_000 },
  );
});
