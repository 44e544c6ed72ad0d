import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { readPackages, root } from "../../../scripts/shared/workspace.ts";
import { type CliProcess, command, start } from "./cli-process.ts";

// An author's path with real processes: from an empty folder to an event handled by a published integration.

const timeout = 120_000;
const adminToken = "admin_for_the_walk_of_an_author";
const serverMain = fileURLToPath(import.meta.resolve("@plugboard/reference-server/main"));

let home: string;
let env: NodeJS.ProcessEnv;
let server: CliProcess;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "plugboard-author-"));
  const { PLUGBOARD_SERVER: _, PLUGBOARD_TOKEN: __, CI: ___, ...rest } = process.env;
  env = { ...rest, HOME: home, XDG_CONFIG_HOME: join(home, "config"), TERM: "xterm" };
  server = start([process.execPath, "--conditions=@plugboard/source", serverMain], {
    cwd: home,
    env: { ...env, PORT: "0", PLUGBOARD_DATA_DIR: join(home, "data"), PLUGBOARD_ADMIN_TOKEN: adminToken },
  });
});
afterAll(async () => {
  server.interrupt();
  await server.exited;
  await rm(home, { recursive: true, force: true });
});

/** Runs a command and returns its exit code and the last printed value. */
async function run(cwd: string, ...args: readonly string[]) {
  const child = start([...command, ...args, "--json"], { cwd, env });
  const code = await child.exited;
  const lines = child.output().trim().split("\n");
  return { code, value: JSON.parse(lines.at(-1) || "null"), lines };
}

/** Links the packages of this repository into a new integration, as if they were installed. */
async function linkPackages(folder: string): Promise<void> {
  await mkdir(join(folder, "node_modules/@plugboard"), { recursive: true });
  for (const { name, folder: source } of await readPackages("packages/*"))
    await symlink(join(root, source), join(folder, "node_modules", name), "junction");
}

const kindIs =
  (kind: string, part = "") =>
  (line: string): boolean =>
    line.includes(`"kind":"${kind}"`) && line.includes(part);

it("walks from create to tail in pipes", { timeout, tags: ["night"] }, async () => {
  const folder = join(home, "page-digest");
  expect(await run(home, "create", "page-digest", "--no-install")).toMatchObject({
    code: 0,
    value: { name: "page-digest", template: "content-digest" },
  });
  await linkPackages(folder);
  expect(await run(folder, "check")).toMatchObject({
    code: 0,
    value: { events: ["space_content_updated", "ui_render"] },
  });

  const dev = start([...command, "dev", "--port", "0", "--json"], { cwd: folder, env });
  onTestFinished(() => dev.interrupt());
  await dev.waitFor(kindIs("ready"));
  const source = join(folder, "src/integration.ts");
  const code = await readFile(source, "utf8");
  await writeFile(source, code.replace('"a space changed"', '"a space changed again"'));
  const reloaded = JSON.parse(await dev.waitFor(kindIs("reloaded")));
  expect(reloaded.files).toEqual(["src/integration.ts"]);

  const tried = await run(folder, "trigger", "space_content_updated", "--revisionId", "rev_9");
  expect(tried).toMatchObject({ code: 0, value: { fields: { revisionId: "rev_9" } } });
  await dev.waitFor(kindIs("log", '"a space changed again"'));
  expect(JSON.parse(await dev.waitFor(kindIs("dispatched", tried.value.eventId)))).toMatchObject({
    status: 200,
  });
  // Errors are shown with their position, and the previous version stays active.
  await writeFile(source, `${code}\nthrow new Error("on purpose");\n`);
  expect(await dev.waitFor(kindIs("failed"))).toContain("src/integration.ts:");
  await writeFile(source, code);
  dev.interrupt();
  expect(await dev.exited).toBe(0);

  const { console: origin, sites } = JSON.parse(await server.waitFor((line) => line.includes('"ready"')));
  expect(await run(folder, "login", origin, "--token", adminToken)).toMatchObject({ code: 0 });
  expect((await stat(join(home, "config/plugboard/credentials.json"))).mode & 0o777).toBe(0o600);
  expect(await run(folder, "request-access", "acme", "--reason", "They asked for help.")).toMatchObject({
    code: 0,
    value: { reason: "They asked for help.", expiresAt: expect.any(String) },
  });
  expect(await run(folder, "request-access", "acme")).toMatchObject({
    code: 2,
    value: { error: { code: "usage" } },
  });
  expect(await run(folder, "publish", "--dry-run")).toMatchObject({
    code: 0,
    value: { changes: expect.any(Array) },
  });
  expect(await run(folder, "publish")).toMatchObject({ code: 0, value: { version: 1, installations: 0 } });
  expect(await run(folder, "trigger", "space_content_updated")).toMatchObject({
    code: 5,
    value: { error: { code: "not_found", next: "Run `plugboard install`." } },
  });
  expect(await run(folder, "install", "--space", "all", "--site", "all")).toMatchObject({
    code: 0,
    value: { status: "active" },
  });
  const sent = await run(folder, "trigger", "space_content_updated");
  const followed = async () =>
    (await run(folder, "tail", "--no-follow")).lines.map((line) => JSON.parse(line));
  await expect
    .poll(followed, { timeout: 30_000, interval: 500 })
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: "log", message: expect.stringContaining("a space changed") }),
        expect.objectContaining({ kind: "delivery", eventId: sent.value.eventId, status: "delivered" }),
      ]),
    );
  // An event that isn't delivered, with the reason.
  await fetch(`${sites}/sites/handbook/welcome`, { headers: { "user-agent": "reader" } });
  await expect.poll(followed, { timeout: 30_000, interval: 500 }).toContainEqual(
    expect.objectContaining({
      kind: "unreceived",
      type: "space_view",
      reason: "the manifest does not name the scope space:metadata:read",
    }),
  );
  const joined = start([...command, "dev", "--join", "--json"], { cwd: folder, env });
  onTestFinished(() => joined.interrupt());
  await joined.waitFor(kindIs("ready"));
  await run(folder, "trigger", "space_content_updated");
  await joined.waitFor(kindIs("log", "a space changed"));
  joined.interrupt();
  expect(await joined.exited).toBe(0);
  expect(await run(folder, "unpublish", "--yes")).toMatchObject({ code: 0 });
});

it("signs in after approval in the browser", { tags: ["night"], timeout }, async () => {
  const ready = JSON.parse(await server.waitFor((line) => line.includes('"ready"')));
  const { console: origin, firstOwner }: { console: string; firstOwner: string } = ready;
  const post = async (path: string, body: object, cookie = ""): Promise<Response> => {
    const headers = { "content-type": "application/json", origin, cookie };
    return await fetch(`${origin}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  };
  const ada = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
  const made = await post("/auth/first-owner", { token: new URL(firstOwner).hash.slice(1), ...ada });
  const cookie = made.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .join("; ");

  const signingIn = start([...command, "login", origin, "--json"], { cwd: home, env });
  const { url, code } = JSON.parse(await signingIn.waitFor((line) => line.includes('"code"')));
  expect(url).toContain(code);
  // Same as the page at that URL: looks up the code and confirms the sign-in.
  await fetch(`${origin}/auth/device?user_code=${code}`, { headers: { cookie } });
  expect((await post("/auth/device/approve", { userCode: code }, cookie)).status).toBe(200);
  expect(await signingIn.exited).toBe(0);
  expect(await run(home, "whoami")).toMatchObject({ code: 0, value: { person: { name: "Ada" } } });
  expect(await run(home, "logout")).toMatchObject({ code: 0 });
  expect(await run(home, "whoami")).toMatchObject({ code: 4 });
});

const hasScript = spawnSync("script", ["--version"]).status === 0;

it.skipIf(!hasScript)("prompts, colors and exits correctly in a terminal", { timeout }, async () => {
  const inTerminal = (args: readonly string[], cwd: string, more: NodeJS.ProcessEnv = {}): CliProcess => {
    const line = [...command, ...args].map((word) => `'${word}'`).join(" ");
    // The terminal of `script` has no size by default.
    const sized = `stty cols 120 rows 40; exec ${line}`;
    return start(["script", "-qec", sized, "/dev/null"], { cwd, env: { ...env, ...more } });
  };
  const create = inTerminal(["create", "--no-install"], home);
  await expect.poll(create.output, { timeout: 30_000 }).toContain("Folder of the new integration");
  create.type("hooks\r");
  await expect.poll(create.output).toContain("Which template?");
  create.type("\r");
  expect(await create.exited).toBe(0);
  const folder = join(home, "hooks");
  await linkPackages(folder);

  const dev = inTerminal(["dev", "--port", "0"], folder);
  await expect.poll(dev.output, { timeout: 60_000 }).toContain("Public endpoint");
  expect(dev.output()).toContain("\u001b[1mhooks\u001b[22m runs");
  dev.type("\u0003");
  expect(await dev.exited).toBe(0);

  const plain = inTerminal(["chek"], folder, { NO_COLOR: "1" });
  expect(await plain.exited).toBe(2);
  expect(plain.output()).toContain("error: unknown command 'chek' (Did you mean check?)");
});
