import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createApiClient } from "@plugboard/api/client";
import { listInstallations, listWebhookEndpoints } from "@plugboard/api/routes";
import { generateSecret } from "@plugboard/webhook-signer";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { readDevSession } from "../server/dev-session.ts";
import { exitCodes } from "../terminal/cli-error.ts";
import { runCli } from "./run-cli.ts";

// Runs every command successfully and with an error against a `plugboard dev` server. Add a line for each new
// command.

const samples = fileURLToPath(new URL("../../../../apps/sample-integrations", import.meta.url));
const secrets = {
  CHAT_ORIGIN: "https://chat.example",
  CHAT_CLIENT_ID: "id",
  CHAT_CLIENT_SECRET: "secret",
  PLUGBOARD_SIGNING_SECRET: generateSecret(),
};

/** A command line and its expected outcome. */
interface Use {
  readonly args: readonly string[];
  /** The folder below the test's folder. Defaults to `hooks`, an installed integration. */
  readonly cwd?: string;
  /** For commands that run until interrupted: the output after which to stop. */
  readonly until?: string;
  readonly code?: keyof typeof exitCodes;
}

const signedIn = ["--server", "SERVER", "--token", "TOKEN"];

const uses: Readonly<Record<string, { readonly good: Use; readonly bad: Use }>> = {
  create: {
    good: { args: ["new", "--template", "webhook", "--no-install"], cwd: "." },
    bad: { args: ["other", "--template", "webhok", "--no-install"], cwd: ".", code: "not_found" },
  },
  dev: {
    good: { args: ["--port", "0"], cwd: "other-hooks", until: '"ready"' },
    bad: { args: ["--port", "high"], code: "usage" },
  },
  check: { good: { args: [] }, bad: { args: [], cwd: ".", code: "invalid_project" } },
  import: {
    good: { args: ["theirs", "--organization", "acme"], cwd: "." },
    bad: { args: ["nowhere"], cwd: ".", code: "invalid_project" },
  },
  secrets: { good: { args: [] }, bad: { args: [], cwd: ".", code: "invalid_project" } },
  types: { good: { args: [] }, bad: { args: [], cwd: ".", code: "invalid_project" } },
  publish: {
    good: { args: ["--url", "http://127.0.0.1:9/v1", ...signedIn] },
    bad: { args: ["--env", "staging", ...signedIn], code: "not_found" },
  },
  versions: {
    good: { args: signedIn },
    bad: { args: ["--server", "SERVER", "--token", "wrong"], code: "unauthorized" },
  },
  rollback: { good: { args: signedIn }, bad: { args: ["zero"], code: "usage" } },
  install: {
    good: { args: ["--site", "all"] },
    bad: { args: ["--site", "nowhere"], code: "not_found" },
  },
  configure: {
    good: { args: ["site_view=false"] },
    bad: { args: ["site_veiw=false"], code: "usage" },
  },
  connect: {
    good: { args: [], cwd: "chat", until: '"open"', code: "interrupted" },
    bad: { args: ["oauth"], cwd: "chat", code: "usage" },
  },
  listen: {
    good: { args: ["http://127.0.0.1:9/"], until: '"listening"' },
    bad: { args: ["http://127.0.0.1:9/", "--endpoint", "whe_none"], code: "not_found" },
  },
  open: { good: { args: [] }, bad: { args: [], cwd: ".", code: "invalid_project" } },
  trigger: {
    good: { args: ["page_feedback", "--rating", "bad"] },
    bad: { args: ["page_feedbak"], code: "usage" },
  },
  call: {
    good: { args: ["find_product", '{"sku":"A-1"}'], cwd: "stock" },
    bad: { args: ["find_order"], cwd: "stock", code: "not_found" },
  },
  tail: {
    good: { args: ["--no-follow"] },
    bad: { args: ["--lines", "-1", "--no-follow"], code: "usage" },
  },
  replay: { good: { args: [] }, bad: { args: ["evt_none"], code: "not_found" } },
  login: {
    good: { args: ["SERVER", "--token", "TOKEN"] },
    bad: { args: ["http://127.0.0.1:9", "--token", "t"], code: "unreachable" },
  },
  logout: { good: { args: ["SERVER"] }, bad: { args: ["http://127.0.0.1:9"], code: "not_found" } },
  whoami: {
    good: { args: [] },
    bad: { args: ["--server", "SERVER", "--token", "wrong"], code: "unauthorized" },
  },
  "request-access": {
    good: { args: ["acme", "--reason", "They asked for help."] },
    bad: { args: ["acme"], code: "usage" },
  },
  grant: {
    good: { args: ["--yes", ...signedIn] },
    bad: { args: ["--yes", ...signedIn], cwd: ".", code: "invalid_project" },
  },
  completion: { good: { args: ["zsh"] }, bad: { args: ["tcsh"], code: "usage" } },
  unpublish: {
    good: { args: ["--yes", ...signedIn] },
    bad: { args: ["--yes", ...signedIn], cwd: ".", code: "invalid_project" },
  },
};

const stockManifest = `
name: stock
title: Stock
description: Looks up products
organization: acme
visibility: private
scopes: [agent:tools:read]
script: ./integration.ts
tools:
  - id: find_product
    title: Find a product
    description: Returns the number of pieces in stock.
    inputSchema: { type: object, properties: { sku: { type: string } }, required: [sku] }
`;
const stockCode = `
import { createIntegration, createTool } from "@plugboard/runtime";
const findProduct = createTool({ id: "find_product", execute: ({ sku }) => ({ sku, pieces: 3 }) });
export default createIntegration({ tools: [findProduct] });
`;

let home = "";
let session = { server: "", token: "" };
const devs: ReturnType<typeof start>[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "plugboard-commands-"));
  const folders = { hooks: "webhook", "other-hooks": "webhook", chat: "channel-notifier" };
  for (const [name, template] of Object.entries(folders)) {
    await run(["create", name, "--template", template, "--no-install"], ".");
    await symlink(join(samples, template, "node_modules"), join(home, name, "node_modules"), "junction");
  }
  await mkdir(join(home, "theirs"));
  const theirs = "name: poll\ntitle: Poll\ndescription: Asks.\norganization: acme\nvisibility: private\n";
  await writeFile(join(home, "theirs/gitbook-manifest.yaml"), `${theirs}script: ./src/poll.ts\nscopes: []\n`);
  await mkdir(join(home, "stock"));
  await writeFile(join(home, "stock/service-manifest.yaml"), stockManifest);
  await writeFile(join(home, "stock/integration.ts"), stockCode);
  await symlink(join(samples, "channel-notifier/node_modules"), join(home, "stock/node_modules"), "junction");
  for (const name of ["hooks", "chat", "stock"]) {
    const dev = start(["dev", "--port", "0", "--json"], name);
    devs.push(dev);
    await vi.waitUntil(() => dev.output().stdout.includes('"ready"'), { timeout: 90_000 });
  }
  session = (await readDevSession(join(home, "hooks"))) ?? session;
  await run(["configure", "webhook_url=http://127.0.0.1:9/nobody"]);
  // Its configuration handler creates the endpoint for `listen`.
  const api = createApiClient({ endpoint: `${session.server}/v1`, token: session.token });
  const [installation] = (await api.call(listInstallations)).items;
  const params = { installationId: installation?.id ?? "" };
  const endpoints = async () => (await api.call(listWebhookEndpoints, { params })).items;
  await vi.waitUntil(async () => (await endpoints()).length === 1, { timeout: 30_000 });
});
afterAll(async () => {
  await Promise.all(devs.map((dev) => dev.end()));
  await rm(home, { recursive: true, force: true });
});

/** Starts a command in this process. */
function start(args: readonly string[], cwd: string, { isTTY = false, NO_COLOR = "" } = {}) {
  const ended = new AbortController();
  const written = { stdout: "", stderr: "" };
  const outputTo = (name: keyof typeof written) => ({
    isTTY,
    write: (text: string) => (written[name] += text) !== "",
  });
  const named = args.map((word) => ({ SERVER: session.server, TOKEN: session.token })[word] ?? word);
  const exitCode = runCli({
    arguments: named,
    cwd: join(home, cwd),
    env: { ...secrets, NO_COLOR },
    home,
    platform: process.platform,
    stdin: {},
    stdout: outputTo("stdout"),
    stderr: outputTo("stderr"),
    signal: ended.signal,
  });
  const end = (): Promise<number> => {
    ended.abort();
    return exitCode;
  };
  return { exitCode, output: () => written, end };
}

/** Runs a command to completion. */
async function run(args: readonly string[], cwd = "hooks", tty?: Parameters<typeof start>[2]) {
  const command = start(args, cwd, tty);
  return { exitCode: await command.exitCode, ...command.output() };
}

const commands = async (): Promise<string[]> => {
  const { stdout } = await run(["help"], ".");
  const list = stdout.slice(stdout.indexOf("Commands:"), stdout.indexOf("Examples:"));
  return [...list.matchAll(/^ {2}([\w-]+)/gm)].map(([, name = ""]) => name).filter((name) => name !== "help");
};

const flagsOf = async (command: string): Promise<string[]> => {
  const { stdout } = await run(["help", command], ".");
  return [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)/gm)].map(([, flag = ""]) => flag);
};

it("covers every command", async () => {
  expect((await commands()).toSorted()).toEqual(Object.keys(uses).toSorted());
});

const names = Object.keys(uses);

describe.each(names)("plugboard %s", (name) => {
  const { good, bad } = uses[name] ?? { good: { args: [] }, bad: { args: [] } };

  it("has help with an example, as `help <command>` and as `--help`", async () => {
    const help = await run([name, "--help"], ".");
    expect(help).toMatchObject({ exitCode: 0, stderr: "" });
    expect(help.stdout).toMatch(new RegExp(`Examples:\n  \\$ .*plugboard ${name}`));
    expect(await run(["help", name], ".")).toEqual(help);
  });

  it("prints only JSON with --json, one value per line", async () => {
    const command = start([name, ...good.args, "--json"], good.cwd ?? "hooks");
    const { until } = good;
    if (until !== undefined) {
      await vi.waitUntil(() => command.output().stdout.includes(until), { timeout: 30_000 });
      void command.end();
    }
    const exitCode = await command.exitCode;
    const { stdout, stderr } = command.output();
    expect({ exitCode, stderr }).toEqual({ exitCode: good.code ? exitCodes[good.code] : 0, stderr: "" });
    const values = stdout.trimEnd().split("\n");
    expect(values.map((line) => typeof JSON.parse(line))).toEqual(values.map(() => "object"));
  });

  it("fails with its exit code, a JSON error and a next step", async () => {
    const code = bad.code ?? "failed";
    const failed = await run([name, ...bad.args, "--json"], bad.cwd);
    expect({ exitCode: failed.exitCode, stdout: failed.stdout }).toEqual({
      exitCode: exitCodes[code],
      stdout: "",
    });
    expect(JSON.parse(failed.stderr)).toMatchObject({
      error: { code, message: expect.any(String), next: expect.any(String) },
    });
  });

  it("prints no color in a pipe or with NO_COLOR", async () => {
    const piped = await run([name, ...bad.args], bad.cwd);
    const plain = await run([name, ...bad.args], bad.cwd, { isTTY: true, NO_COLOR: "1" });
    expect(piped.stdout + piped.stderr).not.toContain("\u001b");
    // Progress is erased with an escape sequence that isn't a color.
    expect((plain.stdout + plain.stderr).replaceAll("\u001b[2K", "")).not.toContain("\u001b");
    const painted = await run([name, ...bad.args], bad.cwd, { isTTY: true });
    expect(painted.stderr).toContain("\u001b[31merror");
  });

  it("is suggested after a typo, like its options", async () => {
    const mistype = (word: string): string => word.slice(0, -2) + word.slice(-1);
    expect((await run([mistype(name)], ".")).stderr).toContain(`Did you mean ${name}?`);
    // Sample fields look like options, so unknown options are passed through.
    if (name === "trigger") return;
    for (const flag of await flagsOf(name)) {
      const { exitCode, stderr } = await run([name, ...good.args, mistype(flag)], ".");
      expect({ exitCode, flag, stderr }).toMatchObject({ exitCode: exitCodes.usage });
      expect(stderr).toMatch(/Did you mean (one of )?--/);
    }
  });

  it.each(["bash", "zsh", "fish"])("is completed in %s, with its options", async (shell) => {
    const { stdout } = await run(["completion", shell], ".");
    const lines = stdout.split("\n").filter((line) => new RegExp(`(^ *${name}\\)|from ${name}')`).test(line));
    const completed = [...lines.join("\n").matchAll(/(?:--| -l )([\w-]+)/g)].map(([, flag]) => `--${flag}`);
    expect(completed).toEqual(expect.arrayContaining(await flagsOf(name)));
    expect(stdout).toMatch(
      shell === "fish" ? `-a ${name} -d` : new RegExp(`-eq 1 \\] && words="[^"]*\\b${name}\\b`),
    );
  });
});

it("publishes the overrides of a manifest environment", async () => {
  const file = join(home, "hooks/service-manifest.yaml");
  const text = await readFile(file, "utf8");
  await writeFile(file, `${text}# For us.\nenvs:\n  staging:\n    visibility: unlisted\n`);
  const named = ["SERVER", "--token", "TOKEN", "--json"];
  const shown = await run(["publish", "--env", "staging", "--dry-run", "--server", ...named]);
  expect(shown).toMatchObject({ exitCode: 0, stderr: "" });
  expect(JSON.stringify(JSON.parse(shown.stdout).changes)).toMatch(/visibility.*unlisted/);
  const mistyped = await run(["publish", "--env", "stagin", "--server", ...named]);
  expect(JSON.parse(mistyped.stderr).error.next).toBe("Did you mean staging?");
  await writeFile(file, text);
});

it("prints its version", async () => {
  const { version } = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
  expect(await run(["--version"], ".")).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: "" });
});

it("prints the current state when called without arguments", async () => {
  const { exitCode, stdout, stderr } = await run([], ".");
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
  expect(stdout).toContain("Commands:");
});

it("documents every exit code in the help and the README", async () => {
  const readme = await readFile(new URL("../../README.md", import.meta.url), "utf8");
  const { stdout } = await run(["help"], ".");
  for (const [code, exitCode] of Object.entries(exitCodes)) {
    expect(readme).toContain(`| ${exitCode} | \`${code}\` |`);
    expect(stdout).toMatch(new RegExp(`\\b${exitCode} `));
  }
});
