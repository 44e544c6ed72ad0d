import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createApiClient } from "@plugboard/api/client";
import { listSpaces } from "@plugboard/content/routes";
import { launchBrowser } from "@plugboard/test-browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCli } from "../program/run-cli.ts";
import { readDevSession } from "../server/dev-session.ts";
import { startDev } from "./start-dev.ts";

// The page of `plugboard dev` in a browser, with an integration that uses every feature.

const manifest = `name: everything
title: Everything
description: Shows something of every kind.
organization: acme
visibility: private
scopes: [site:script:inject, space:content:read, space:metadata:read, agent:tools:write]
categories: [other]
script: ./src/integration.tsx
blocks:
  - id: counter
    title: Counter
    description: Counts.
    urlUnfurl: ["https://counter.example/*"]
configurations:
  account:
    properties:
      channel: { type: string, title: Channel, description: Where it posts. }
  space: { componentId: tone }
tools:
  - id: order_product
    title: Order a product
    description: Orders pieces of a product.
    writes: true
    inputSchema:
      type: object
      properties: { sku: { type: string, maxLength: 4 } }
      required: [sku]
`;

const code = `import { createIntegration, createTool, resumeTask } from "@plugboard/runtime";
import { createComponent } from "@plugboard/components";

const updateSpaceInstallation = {
  id: "updateSpaceInstallation",
  method: "PATCH",
  path: "/installations/{installationId}/spaces/{spaceId}",
};
const counter = createComponent({
  componentId: "counter",
  initialState: (props) => ({ count: props.start ?? 0 }),
  action: async (element, { action, url }, context) => {
    if (action === "@link.unfurl") return { props: { start: Number(url.split("/").at(-1)) } };
    context.log.info("counted", { from: element.state.count });
    await fetch(context.environment.apiEndpoint ?? "http://127.0.0.1:9/?secret").catch(() => {});
    return { state: { ...element.state, count: element.state.count + 1 } };
  },
  render: async ({ state, props }) => (
    <block>
      <text>Version one: {String(state.count)} from {String(props.start ?? 0)}</text>
      <button label="Count" onPress={{ action: "count" }} />
      <input label="Note" element={<textinput state="note" />} />
    </block>
  ),
});
const tone = createComponent({
  componentId: "tone",
  initialState: (_props, context) => ({ tone: "" }),
  action: async (element, _action, context) => {
    const { installation, spaceInstallation } = context.environment;
    const params = { installationId: installation.id, spaceId: spaceInstallation.space };
    await context.api.call(updateSpaceInstallation, { params, body: { configuration: { tone: element.state.tone } } });
    return { type: "complete" };
  },
  render: async (_element, context) => (
    <configuration>
      <text>Tone is {String(context.environment.spaceInstallation?.configuration?.tone ?? "unset")}</text>
      <input label="Tone" element={<textinput state="tone" />} />
      <button label="Save tone" onPress={{ action: "save" }} />
    </configuration>
  ),
});
const orderProduct = createTool({
  id: "order_product",
  execute: ({ sku }, { caller }) => ({ ordered: sku, by: caller.type }),
});
export default createIntegration({
  components: [counter, tone],
  tools: [orderProduct],
  events: {
    space_content_updated: () => {},
    space_view: async (_event, { integration }) => {
      await integration.queueTask({ type: "index pages" });
    },
  },
  task: async (event, context) => {
    const { step, report } = resumeTask(event, context);
    for (let page = 1; page <= 50; page += 1) {
      await step("page " + page, () => new Promise((resolve) => setTimeout(resolve, page === 1 ? 0 : 1500)));
      await report({ done: page, total: 50, message: "Indexed page " + page });
    }
  },
  fetch_published_script: () => new Response("document.title = 'Scripted'; document.querySelector('h1').append(' with script')", { headers: { "content-type": "text/javascript" } }),
});
`;

let folder: string;
let dev: Awaited<ReturnType<typeof startDev>>;
let browser: Browser;
let page: Page;
let home: string;
const complaints: string[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "plugboard-page-"));
  folder = join(home, "everything");
  await mkdir(join(folder, "src"), { recursive: true });
  const sample = new URL("../../../../apps/sample-integrations/content-digest/", import.meta.url);
  await symlink(fileURLToPath(new URL("node_modules", sample)), join(folder, "node_modules"), "junction");
  await writeFile(join(folder, "tsconfig.json"), await readFile(new URL("tsconfig.json", sample)));
  await writeFile(join(folder, "service-manifest.yaml"), manifest);
  await writeFile(join(folder, "src/integration.tsx"), code);
  dev = await startDev({ folder, port: 0, env: {}, report: () => {} });
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
});
afterAll(async () => {
  await browser.close();
  await dev.close();
  await rm(home, { recursive: true, force: true });
});

async function run(...words: readonly string[]): Promise<Record<string, unknown>> {
  let written = "";
  const output = { write: (text: string) => (written += text) !== "" };
  const { platform } = process;
  const host = { stdin: {}, stdout: output, stderr: output, env: {}, home, platform };
  const { signal } = new AbortController();
  await runCli({ ...host, arguments: [...words, "--json"], cwd: folder, signal });
  return JSON.parse(written);
}

const show = (title: string) =>
  page.getByRole("navigation").getByRole("button", { name: title, exact: true }).click();
const canvas = () => page.locator(".canvas");
const state = () => page.getByRole("region", { name: "State" });
const activity = () => page.getByRole("region", { name: "Activity" });

it("opens with the URL that `open` prints, but not without its key", async () => {
  const { url, server } = await run("open");
  expect(url).toMatch(new RegExp(`^${String(server)}/\\?key=`));
  expect((await fetch(String(server))).status).toBe(403);
  expect((await fetch(`${String(server)}/dev/session?key=guess`)).status).toBe(403);

  await page.goto(String(url));
  await page.getByText("Live").waitFor();
  const names = () => page.getByRole("navigation").getByRole("button").allTextContents();
  await expect
    .poll(names)
    .toEqual(["Organization", "Handbook", "Counter", "Order a product", "Acme Handbook"]);
});

it("is closed to other websites and to scripts of sites", async () => {
  const { url, server } = await run("open");
  const { port } = new URL(String(server));
  const send = async (path: string, headers: Readonly<Record<string, string>>, method = "GET") =>
    await new Promise<{ readonly status: number | undefined; readonly location: string | undefined }>(
      (resolve, reject) => {
        const sent = request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
          response.resume();
          resolve({ status: response.statusCode, location: response.headers.location });
        });
        sent.on("error", reject).end();
      },
    );
  const own = String(url).slice(String(server).length);
  const key = new URL(String(url)).search;
  const spaces = `/v1${listSpaces.path}`;
  const site = "/sites/acme-handbook/";
  for (const path of [own, `/dev/session${key}`, `/dev/reports${key}`, spaces, site, "/integrations/x"])
    for (const host of [
      "rebound.example",
      `rebound.example:${port}`,
      `localhost.rebound.example:${port}`,
      "127.0.0.1",
      "localhost:1",
      `127.0.0.1:${port}.rebound.example`,
      `[::1]:${Number(port) + 1}`,
    ])
      expect([path, host, (await send(path, { host })).status]).toEqual([
        path,
        host,
        expect.toSatisfy((status: number) => status === 421 || status === 400),
      ]);
  const host = `127.0.0.1:${port}`;
  for (const origin of ["https://evil.example", "null", "http://localhost:1", `https://127.0.0.1:${port}`])
    for (const path of [own, `/dev/session${key}`, spaces, `/connect/a/b${key}`, site])
      expect((await send(path, { host, origin }, "POST")).status).toBe(403);
  // The API requires a token, even from its own pages.
  expect((await send(spaces, { host, origin: `http://${host}` }, "POST")).status).toBe(401);
  // Otherwise a site's script could read or open the page that frames it.
  const local = `localhost:${port}`;
  expect((await send("/sites/%/", { host: local })).status).toBe(404);
  expect(await send(site, { host })).toEqual({ status: 307, location: `http://${local}${site}` });
  for (const path of [own, `/dev/session${key}`, `/connect/a/b${key}`])
    expect(await send(path, { host: local })).toEqual({ status: 307, location: `http://${host}${path}` });
});

it("renders a block with its state, actions, requests and logs", async () => {
  await show("Counter");
  await canvas().getByText("Version one: 0 from 0").waitFor();
  await canvas().getByRole("button", { name: "Count" }).click();
  await canvas().getByText("Version one: 1 from 0").waitFor();
  await canvas().getByLabel("Note").fill("kept");
  await expect.poll(() => state().textContent()).toContain('"note": "kept"');
  await activity().getByRole("button", { name: "Actions" }).click();
  await activity()
    .getByText(/ui_render count → 200/)
    .waitFor();
  await activity().getByRole("button", { name: "Requests" }).click();
  await activity()
    .getByText(/GET http:\/\/127/)
    .waitFor();
  expect(await activity().textContent()).not.toContain("secret");
  await activity().getByRole("button", { name: "Logs" }).click();
  await activity().getByText("info counted").waitFor();
  await activity().getByRole("button", { name: "All" }).click();
});

it("shows changed code immediately, and keeps the state", async () => {
  const file = join(folder, "src/integration.tsx");
  await writeFile(file, code.replace("Version one", "Version two"));
  await canvas().getByText("Version two: 1 from 0").waitFor();
  expect(await canvas().getByLabel("Note").inputValue()).toBe("kept");

  await writeFile(file, "const broken = ;");
  await page.getByRole("alert").getByText("The previous version keeps running").waitFor();
  await canvas().getByText("Version two: 1 from 0").waitFor();
  await writeFile(file, code);
  await canvas().getByText("Version one: 1 from 0").waitFor();
  await expect.poll(() => page.getByRole("alert").count()).toBe(0);
});

it("renders in every location of every resource kind, with other props", { tags: ["night"] }, async () => {
  const places = await page.getByLabel("Place").locator("option").allTextContents();
  expect(places).toEqual([
    "Page of space Handbook",
    "Page of site Acme Handbook",
    "Settings of the organization",
    "Settings of space Handbook",
    "Settings of site Acme Handbook",
  ]);
  await page.getByLabel("Place").selectOption("Page of site Acme Handbook");
  await page.getByLabel("Props").fill('{ "start": 7 }');
  await page.getByRole("button", { name: "Render" }).click();
  await canvas().getByText("Version one: 0 from 7").waitFor();
  await page.getByRole("button", { name: "Reset state" }).click();
  await canvas().getByText("Version one: 7 from 7").waitFor();
  await activity()
    .getByText(/"siteId": "sit_/)
    .first()
    .waitFor({ state: "attached" });
});

it("turns a link into the block that supports it", { tags: ["night"] }, async () => {
  await page.getByLabel("Link").fill("https://counter.example/42");
  await page.getByRole("button", { name: "Unfurl" }).click();
  await expect.poll(() => page.getByLabel("Props").inputValue()).toContain('"start": 42');
});

it("sets settings of the manifest and of a component", { tags: ["night"] }, async () => {
  await show("Organization");
  await canvas().getByLabel("Channel").fill("docs");
  await canvas().getByRole("button", { name: "Save" }).click();
  await expect.poll(() => state().textContent()).toContain('"channel": "docs"');

  await show("Handbook");
  await canvas().getByText("Tone is unset").waitFor();
  await canvas().getByLabel("Tone").fill("calm");
  await canvas().getByRole("button", { name: "Save tone" }).click();
  await page.getByText("Stored: tone.").waitFor();
  const configured = await run("configure", "--space", "Handbook", "tone=loud", 'limits={"a":1}');
  // The platform doesn't show values that a component stores.
  expect(configured).toMatchObject({ configuration: { tone: true, limits: true } });
  await page.reload();
  await canvas().getByText("Tone is loud").waitFor();
  const { server, token } = (await readDevSession(folder)) ?? { server: "", token: "" };
  const { items } = await createApiClient({ endpoint: `${server}/v1`, token }).call(listSpaces);
  const id = items.find(({ title }) => title === "Handbook")?.id;
  const named = await run("configure", "--resource", `space:${id}`, "tone=calm");
  expect(named).toMatchObject({ configuration: { tone: true } });
  await page.reload();
  await canvas().getByText("Tone is calm").waitFor();
  const failed = await run("configure", "--resource", "board:brd_1", "tone=calm");
  expect(failed).toMatchObject({
    error: { code: "usage", message: "The server has no resources of the kind board." },
  });
  await page.getByLabel("Settings to store").fill('{ "tone": "soft", "limits": null }');
  await page.getByRole("button", { name: "Store" }).click();
  await page.getByText("Stored: tone.").waitFor();
  await page.reload();
  await canvas().getByText("Tone is soft").waitFor();
});

it("calls a tool with edited arguments, and shows its result or error", { tags: ["night"] }, async () => {
  await show("Order a product");
  await page.getByText("Agents ask a person before each call.").waitFor();
  expect(await page.getByLabel("Arguments").inputValue()).toContain('"sku": ""');
  await page.getByLabel("Arguments").fill('{ "sku": "A-1" }');
  await page.getByRole("button", { name: "Call tool" }).click();
  await page.getByRole("region", { name: "Result" }).getByText('"ordered": "A-1"').waitFor();
  await activity()
    .getByText(/tool_call order_product → 200/)
    .waitFor();
  await page.getByLabel("Arguments").fill('{ "sku": "too long" }');
  await page.getByRole("button", { name: "Call tool" }).click();
  await page.getByRole("alert").getByText("String is too long (8 > 4)").waitFor();
  expect(await page.getByRole("region", { name: "Result" }).count()).toBe(0);
  // The browser reports the status of the rejected call.
  complaints.length = 0;
  if (process.env["PICTURE"]) await page.screenshot({ path: `${process.env["PICTURE"]}-tool.png` });
});

it("shows the progress of a long task, and cancels it", { tags: ["night"] }, async () => {
  await show("Counter");
  await activity().getByLabel("Event type").selectOption("space_view");
  await activity().getByRole("button", { name: "Send event" }).click();
  const tasks = page.getByRole("region", { name: "Tasks" });
  await tasks.getByText("index pages").waitFor();
  await tasks.getByText(/of 50 · \d+ steps? .*Indexed page/).waitFor();
  await tasks.getByText("running").waitFor();
  await tasks.getByText("2 of 50").waitFor();
  await expect.poll(() => tasks.getByRole("progressbar").getAttribute("value")).toBe("2");
  if (process.env["PICTURE"]) await page.screenshot({ path: `${process.env["PICTURE"]}-task.png` });
  await tasks.getByRole("button", { name: "Cancel" }).click();
  await tasks.getByText("canceled").waitFor();
  expect(await tasks.getByRole("button", { name: "Cancel" }).count()).toBe(0);
});

it("frames a site with the published script, and sends events", { tags: ["night"] }, async () => {
  await show("Acme Handbook");
  await page.frameLocator("iframe").getByText("Acme Handbook with script").waitFor();
  const allowed = await page.locator("iframe").getAttribute("sandbox");
  expect(allowed?.split(" ").toSorted()).toEqual([
    "allow-forms",
    "allow-popups",
    "allow-same-origin",
    "allow-scripts",
  ]);
  await activity().getByLabel("Event type").selectOption("space_content_updated");
  await activity().getByRole("button", { name: "Send event" }).click();
  await activity()
    .getByText(/space_content_updated → 200/)
    .waitFor();
  if (process.env["PICTURE"]) {
    await page.screenshot({ path: `${process.env["PICTURE"]}-site.png` });
    await show("Counter");
    await canvas().getByRole("button", { name: "Count" }).waitFor();
    await page.screenshot({ path: `${process.env["PICTURE"]}-block.png` });
  }
  expect(complaints).toEqual([]);
});
