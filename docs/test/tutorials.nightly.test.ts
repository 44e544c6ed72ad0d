import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { createApiClient } from "@plugboard/api/client";
import {
  createWebhookEndpoint,
  installIntegration,
  listOrganizations,
  publishIntegration,
  rotateWebhookEndpointPollToken,
  sendTestEvent,
} from "@plugboard/api/routes";
import { createSiteInstallation, listSites } from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/content/integration";
import { serve } from "@plugboard/runtime/node";
import { generateSecret } from "@plugboard/webhook-signer";
import { expect, onTestFinished, test } from "vitest";
import { root } from "../../scripts/shared/workspace.ts";
import { linkPackages, readBlocks } from "./documents.fixture.ts";

const run = promisify(execFile);
const adminToken = "admin_for_the_tutorial";

const vitestConfig = `export default { ssr: { resolve: { conditions: ["@plugboard/source", "module", "node", "development|production"] } } };\n`;

test.skipIf(process.platform === "win32")("the author's steps work", { timeout: 300_000 }, async () => {
  const blocks = await readBlocks("tutorials/author");
  const parent = await mkdtemp(join(tmpdir(), "plugboard-tutorial-"));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const plugboard = `exec '${process.execPath}' --conditions=@plugboard/source '${join(root, "packages/cli/src/program/main.ts")}'`;
  // Installs nothing: `npx` runs the command line from its sources, and `npm install` does nothing.
  const shims = { npx: `#!/bin/sh\nshift\n${plugboard} "$@"\n`, npm: "#!/bin/sh\n" };
  for (const [name, text] of Object.entries(shims))
    await writeFile(join(parent, name), text, { mode: 0o755 });
  // The command line would use the package manager that runs the tests.
  const { PLUGBOARD_SERVER: _, PLUGBOARD_TOKEN: __, npm_config_user_agent: ___, ...rest } = process.env;
  const env = { ...rest, PATH: `${parent}:${rest["PATH"]}`, HOME: parent, XDG_CONFIG_HOME: parent };
  const [create = "", ...commands] = ["create", "run"].flatMap((wanted) =>
    blocks.filter(({ name }) => name === wanted).map(({ code }) => code),
  );
  await run("sh", ["-e", "-c", create], { cwd: parent, env });
  const folder = join(parent, "page-digest");
  await linkPackages(folder);
  const dev = spawn("npx", ["plugboard", "dev", "--port", "0"], { cwd: folder, env });
  const ended = once(dev, "exit");
  onTestFinished(async () => {
    dev.kill("SIGINT");
    await ended;
  });
  let output = "";
  for (const stream of [dev.stdout, dev.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const shown = (text: string) => expect.poll(() => output, { timeout: 120_000 }).toContain(text);
  await shown("Public endpoint");
  const [first = "", ...others] = commands;
  await run("sh", ["-e", "-c", first], { cwd: folder, env });
  await shown("a space changed");
  const files = blocks.filter(({ name }) => /^[\w./-]+\.(ts|yaml)$/.test(name));
  for (const { name, code } of files) {
    await writeFile(join(folder, name), code);
    // Waits for each reload, as a person would.
    if (name === "src/integration.ts") await shown('needs the scope "site:views:read"');
  }
  await shown("reloaded service-manifest.yaml");
  await shown("published as version 3");
  for (const code of others) await run("sh", ["-e", "-c", code], { cwd: folder, env });
  await shown('a reader is unhappy {"url"');

  const [tsc, vitest] = ["typescript/bin/tsc", "vitest/vitest.mjs"].map((file) =>
    join(root, "node_modules", file),
  );
  // Several checkers would each find out the types of the shared packages.
  const options = ["--customConditions", "@plugboard/source", "--checkers", "1"];
  const compiler = [tsc ?? "", "-p", folder, ...options];
  await expect(run(process.execPath, compiler, { cwd: folder })).resolves.toMatchObject({ stdout: "" });
  await writeFile(join(folder, "vitest.config.ts"), vitestConfig);
  // Includes the sample's own tests, which must still pass.
  const tests = await run(process.execPath, [vitest ?? "", "run", "--root", folder], { cwd: folder });
  expect(tests.stdout).toMatch(/Test Files .*3 passed/);
});

test.skipIf(process.platform === "win32")(
  "the shell commands of operators and guides work",
  { timeout: 300_000 },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "plugboard-tutorial-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const data = join(folder, "data");
    const main = join(root, "apps/reference-server/src/main.ts");
    const program = [process.execPath, "--conditions=@plugboard/source", main];
    await writeFile(join(folder, "plugboard-server"), `#!/bin/sh\nexec ${program.join(" ")} "$@"\n`, {
      mode: 0o755,
    });
    const settings = {
      ...process.env,
      PATH: `${folder}:${dirname(process.execPath)}:${process.env["PATH"]}`,
      PORT: "0",
      PLUGBOARD_DATA_DIR: data,
      PLUGBOARD_ADMIN_TOKEN: adminToken,
      PLUGBOARD_INTEGRATION_NETWORKS: "127.0.0.0/8",
    };
    const start = async () => {
      const server = spawn("plugboard-server", {
        cwd: folder,
        stdio: ["ignore", "pipe", "inherit"],
        env: settings,
      });
      const stop = async () => {
        if (server.exitCode !== null) return;
        server.kill("SIGTERM");
        await once(server, "exit");
      };
      onTestFinished(stop);
      const address = await new Promise<string>((resolve) => {
        createInterface(server.stdout).on("line", (line) => {
          const { msg, console: consoleUrl } = JSON.parse(line);
          if (msg === "ready") resolve(consoleUrl);
        });
      });
      return { address, stop };
    };
    const runAll = async (document: string, env: NodeJS.ProcessEnv) => {
      const commands = (await readBlocks(document)).filter(({ name }) => name === "run");
      expect([document, commands]).not.toEqual([document, []]);
      for (const { code } of commands) await run("sh", ["-e", "-c", code], { cwd: folder, env });
    };

    const { address, stop } = await start();
    const env = { ...settings, CONSOLE: address, ADMIN_TOKEN: adminToken };
    await runAll("tutorials/operator", env);
    const signingSecret = generateSecret();
    const integration = createIntegration({
      fetch_visitor_authentication: () => new Response(),
      fetch_webhook_payload: () => Response.json({}),
    });
    const host = await serve(integration, {
      port: 0,
      hostname: "127.0.0.1",
      env: { PLUGBOARD_SIGNING_SECRET: signingSecret },
    });
    onTestFinished(() => host.close());
    const api = createApiClient({ endpoint: `${address}/v1`, token: adminToken });
    const [organization] = (await api.call(listOrganizations)).items;
    const [site] = (await api.call(listSites)).items;
    await api.call(publishIntegration, {
      params: { integration: "visitors" },
      body: {
        url: `http://127.0.0.1:${host.port}`,
        signingSecret,
        manifest: `
name: visitors
title: Visitors
description: Lets visitors in
organization: ${organization?.subdomain ?? ""}
visibility: private
scopes: [site:visitor:auth, space:content:read]
`,
      },
    });
    const installation = await api.call(installIntegration, {
      params: { integration: "visitors" },
      body: { organization: organization?.id ?? "" },
    });
    const params = { installationId: installation.id };
    await api.call(createSiteInstallation, { params: { ...params, siteId: site?.id ?? "" } });
    const eventTypes = ["space_content_updated"] as const;
    const pushed = await api.call(createWebhookEndpoint, {
      params,
      body: { url: "http://127.0.0.1:9/", eventTypes },
    });
    const polled = await api.call(createWebhookEndpoint, { params, body: { polling: true, eventTypes } });
    const polling = { params: { ...params, endpointId: polled.id } };
    const { token: pollToken } = await api.call(rotateWebhookEndpointPollToken, { ...polling, body: {} });
    await api.call(sendTestEvent, { ...polling, body: {} });
    const ids = {
      ...env,
      TOKEN: adminToken,
      ORGANIZATION: organization?.id,
      SITE: site?.id,
      INSTALLATION: installation.id,
      ENDPOINT: pushed.id,
      POLL_ENDPOINT: polled.id,
      POLL_TOKEN: pollToken,
    };
    for (const guide of [
      "published-scripts",
      "visitor-authentication",
      "transform-webhooks",
      "poll-deliveries",
    ])
      await runAll(`guides/${guide}`, ids);
    await stop();
    await runAll("guides/run-in-production", { ...settings, CONSOLE: address });
  },
);

const endpointWithHeader = `
import { once } from "node:events";
import { createServer } from "node:http";
import { generateSecret } from "@plugboard/webhook-signer";
import { close, store } from "./webhooks.ts";

const customer = createServer((request, response) => {
  console.log(request.headers["x-tenant"]);
  response.end();
}).listen(0, "127.0.0.1");
await once(customer, "listening");
const endpoint = await store.createEndpoint({
  url: \`http://127.0.0.1:\${customer.address().port}/\`,
  eventTypes: ["page_feedback"],
  secrets: [generateSecret()],
  options: { headers: { "x-tenant": "acme" } },
});
await store.enqueue([{ id: "evt_1", type: "page_feedback", body: "{}", endpointIds: [endpoint.id] }]);
await once(customer, "request");
await close();
customer.close();
`;

test("the platform builder's worker sends the headers of an endpoint", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-tutorial-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await linkPackages(folder);
  const blocks = await readBlocks("tutorials/platform-builder");
  const { code = "" } = blocks.find(({ name }) => name === "webhooks.ts") ?? {};
  await writeFile(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  await writeFile(join(folder, "webhooks.ts"), code);
  await writeFile(join(folder, "try.mjs"), endpointWithHeader);
  const { stdout } = await run(process.execPath, ["--conditions=@plugboard/source", "try.mjs"], {
    cwd: folder,
  });
  expect(stdout).toBe("acme\n");
});
