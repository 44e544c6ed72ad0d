import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { listSamples } from "../../../apps/playground/src/samples.ts";
import { type RunningServices, startServices } from "../../../apps/playground/src/services/start-services.ts";
import { createVisitor } from "../../../apps/playground/src/testing/visitor.ts";
import { findFreePort } from "../../http/src/find-free-port.ts";
import { command, start } from "./cli-process.ts";

// Tests `plugboard dev` with an integration for another product: its connection, settings, and manifest
// changes. The product is the playground's chat, with a certified OAuth provider.

const timeout = 60_000;
const sample = fileURLToPath(new URL("../../../apps/sample-integrations/channel-notifier", import.meta.url));

let home: string;
let folder: string;
let services: RunningServices;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "plugboard-products-"));
  folder = join(home, "channel-notifier");
  services = await startServices(await findFreePort(), {
    consoleUrl: "http://127.0.0.1:9",
    releaseHookUrl: "http://127.0.0.1:9/nobody",
  });
  const { PLUGBOARD_SERVER: _, PLUGBOARD_TOKEN: __, ...rest } = process.env;
  const secrets = listSamples(services.url).find((each) => each.folder === "channel-notifier")?.secrets;
  env = { ...rest, HOME: home, XDG_CONFIG_HOME: join(home, "config"), ...secrets };
  const args = ["create", "channel-notifier", "--template", "channel-notifier", "--no-install"];
  await start([...command, ...args], { cwd: home, env }).exited;
  await symlink(join(sample, "node_modules"), join(folder, "node_modules"), "junction");
}, timeout);
afterAll(async () => {
  await services.stop();
  await rm(home, { recursive: true, force: true });
});

async function run(...args: readonly string[]) {
  const child = start([...command, ...args, "--json"], { cwd: folder, env });
  const code = await child.exited;
  return { code, value: JSON.parse(child.output().trim().split("\n").at(-1) || "null") };
}

it("connects an account in a browser, and then uses it", { timeout }, async () => {
  const dev = start([...command, "dev", "--port", "0", "--json"], { cwd: folder, env });
  onTestFinished(() => dev.interrupt());
  await dev.waitFor((line) => line.includes('"ready"'));

  const connecting = start([...command, "connect", "--json"], { cwd: folder, env });
  const { url } = JSON.parse(await connecting.waitFor((line) => line.includes('"open"')));
  const visitor = createVisitor();
  const button = await visitor.open(url);
  const [, action = ""] = /action="([^"]+)"/.exec(button.text) ?? [];
  const [, ticket = ""] = /name="ticket" value="([^"]+)"/.exec(button.text) ?? [];
  const { origin } = new URL(url);
  await visitor.open(action, { ticket }, origin);
  const asked = await visitor.open(action);
  expect(asked.url).toContain(services.url);
  await visitor.open(asked.url, { name: "ada" });
  expect(await connecting.exited).toBe(0);
  expect(connecting.output()).toContain('"connected"');

  expect(await run("configure", "channel=C1")).toMatchObject({ code: 0 });
  expect(await run("trigger", "page_feedback", "--rating", "bad")).toMatchObject({ code: 0 });
  await expect
    .poll(async () => (await createVisitor().open(services.url)).text, { timeout: 20_000 })
    .toMatch(/chat: .*bad/);
  dev.interrupt();
  expect(await dev.exited).toBe(0);
});

it("republishes only changed declarations, with their types", { timeout }, async () => {
  const dev = start([...command, "dev", "--port", "0", "--json"], { cwd: folder, env });
  onTestFinished(() => dev.interrupt());
  await dev.waitFor((line) => line.includes('"ready"'));
  const published = (): string[] =>
    [...dev.output().matchAll(/"kind":"published","version":(\d+)/g)].map(String);
  const before = published().length;

  const code = join(folder, "src/integration.ts");
  await writeFile(code, `${await readFile(code, "utf8")}\n// Nothing else.\n`);
  await dev.waitFor((line) => /"reloaded".*integration\.ts/.test(line));

  const manifest = join(folder, "service-manifest.yaml");
  const text = await readFile(manifest, "utf8");
  const setting =
    "      prefix:\n        type: string\n        title: Prefix\n        description: Before each.\n    required:";
  await writeFile(manifest, text.replace("    required:", setting));
  await dev.waitFor((line) => /"reloaded".*service-manifest\.yaml/.test(line));
  await expect.poll(() => published().length).toBe(before + 1);
  const types = await readFile(join(folder, "src/service-manifest.types.ts"), "utf8");
  expect(types).toContain("readonly prefix?: string");
  expect(await run("configure", "prefix=Docs")).toMatchObject({ code: 0 });
});

it("writes types before a script exists, and again whenever the manifest changes", {
  timeout,
}, async () => {
  const bare = join(home, "bare");
  await cp(join(sample, "service-manifest.yaml"), join(bare, "service-manifest.yaml"));
  await cp(join(sample, "assets"), join(bare, "assets"), { recursive: true });
  const watching = start([...command, "types", "--watch", "--json"], { cwd: bare, env });
  onTestFinished(() => watching.interrupt());
  const { file } = JSON.parse(await watching.waitFor((line) => line.includes('"changed":true')));
  expect(await readFile(join(bare, file), "utf8")).toContain("readonly channel: string");
  const manifest = join(bare, "service-manifest.yaml");
  const text = await readFile(manifest, "utf8");
  await writeFile(manifest, text.replace("type: button", "type: buton"));
  expect(await watching.waitFor((line) => line.includes('"error"'))).toContain("The manifest is invalid.");
  await writeFile(manifest, text.replaceAll(/\bchannel\b/g, "room"));
  await expect.poll(() => readFile(join(bare, file), "utf8")).toContain("readonly room: string");
  watching.interrupt();
  expect(await watching.exited).toBe(0);
});
