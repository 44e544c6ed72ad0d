import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createApiClient } from "@plugboard/api/client";
import { getIntegration, listOrganizations, updateScriptGrant } from "@plugboard/api/routes";
import { listSamples } from "../../../apps/playground/src/samples.ts";
import { servicesUrl, startServices } from "../../../apps/playground/src/services/start-services.ts";
import { trySample } from "../../../apps/playground/src/testing/try-sample.fixture.ts";
import { root } from "../../../scripts/shared/workspace.ts";
import { check } from "../../../scripts/test-packages/check.ts";
import { type Consumer, createConsumer } from "../../../scripts/test-packages/consumer.ts";
import { packAll } from "../../../scripts/test-packages/pack.ts";

// Tests every sample as a new author would use it: created with the packed CLI outside of this repository,
// with packed packages, type checked, tested, published to a server, installed, and used with an event, a
// rendering or a request. Build the packages first.

const adminToken = "admin_for_the_samples";
const servicesPort = 4702;
const npm = process.platform === "win32" ? "npm.cmd" : "npm";

const home = await mkdtemp(join(tmpdir(), "plugboard-samples-"));
try {
  const workspace = await installPackages(join(home, "samples"));
  const server = await startServer(join(home, "data"));
  try {
    const names = await listTemplates(workspace);
    for (const name of names) await walk(workspace, name, server.origin);
    await tryAll(names, server);
  } finally {
    await server.stop();
  }
} finally {
  await rm(home, { recursive: true, force: true });
}

/**
 * Installs the packed CLI, which contains the templates, and creates a project from each. They all share one
 * installation.
 */
async function installPackages(folder: string): Promise<Consumer> {
  await mkdir(join(home, "tarballs"));
  const tarballs = await packAll(join(home, "tarballs"));
  const overrides = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${file}`]));
  const manifest = { name: "samples", private: true, type: "module", workspaces: ["made/*"], overrides };
  const dependencies = { "@plugboard/cli": overrides["@plugboard/cli"] };
  const workspace = await createConsumer(folder, { "package.json": { ...manifest, dependencies } });
  const install = () => workspace.run(npm, ["install", "--no-audit", "--no-fund", "--loglevel=error"]);
  await check("the command line is installed", install);
  await mkdir(join(folder, "made"));
  for (const name of await listTemplates(workspace)) {
    await check(`${name} is created`, () =>
      plugboard(workspace, ["create", `made/${name}`, "--template", name, "--no-install"]),
    );
    // A released package has the version in the range; use the tarball instead.
    const file = join(folder, "made", name, "package.json");
    const made = await readFile(file, "utf8");
    await writeFile(file, made.replaceAll(/("@plugboard\/[^"]+": )"[^"]+"/g, '$1"*"'));
  }
  await check("the packages of all samples are installed", install);
  return workspace;
}

async function walk({ folder }: Consumer, name: string, origin: string): Promise<void> {
  const own = await createConsumer(join(folder, "made", name), {});
  const bin = join(folder, "node_modules");
  await check(`${name}: its types`, () =>
    own.run(process.execPath, [join(bin, "typescript/bin/tsc"), "--noEmit"]),
  );
  await check(`${name}: its tests`, () => own.run(process.execPath, [join(bin, "vitest/vitest.mjs"), "run"]));
  const signedIn = ["--server", origin, "--token", adminToken, "--json"];
  const sample = listSamples(servicesUrl(servicesPort)).find(({ folder: of }) => of === name);
  await check(`${name}: is checked, published and installed`, async () => {
    await plugboard(own, ["check", "--json"]);
    if (sample?.hasScripts) await allowScripts(origin, name);
    await plugboard(own, ["publish", ...signedIn], sample?.secrets);
    await plugboard(own, ["install", "--space", "all", "--site", "all", ...signedIn]);
  });
}

/** Tests all samples with the products they connect to. */
async function tryAll(names: readonly string[], { origin, sites }: WalkedServer): Promise<void> {
  const platform = createApiClient({ endpoint: `${origin}/v1`, token: adminToken });
  const { urls } = await platform.call(getIntegration, { params: { integration: "inbound-webhook" } });
  const services = await startServices(servicesPort, {
    consoleUrl: origin,
    releaseHookUrl: `${urls.publicEndpoint}/webhooks`,
  });
  try {
    for (const integration of names) {
      const where = { consoleUrl: origin, pageUrl: `${sites}/sites/handbook/welcome` };
      await check(`${integration}: works`, () =>
        trySample({ platform, integration, servicesUrl: services.url, ...where }),
      );
    }
  } finally {
    await services.stop();
  }
}

async function listTemplates({ folder }: Consumer): Promise<string[]> {
  const { listTemplates } = await import(
    join(folder, "node_modules/@plugboard/cli/dist/project/templates.js")
  );
  const templates: readonly { readonly name: string }[] = await listTemplates();
  return templates.map(({ name }) => name);
}

/** Runs the packed CLI. */
async function plugboard(
  consumer: Consumer,
  args: readonly string[],
  secrets: Readonly<Record<string, string>> = {},
): Promise<string> {
  const main = join(home, "samples/node_modules/@plugboard/cli/dist/program/main.js");
  const env = { HOME: home, XDG_CONFIG_HOME: home, ...secrets };
  return await consumer.run(process.execPath, [main, ...args], env);
}

interface WalkedServer {
  readonly origin: string;
  readonly sites: string;
  readonly stop: () => Promise<void>;
}

async function startServer(dataDir: string): Promise<WalkedServer> {
  const main = join(root, "apps/reference-server/src/main.ts");
  const child = spawn(process.execPath, ["--conditions=@plugboard/source", main], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      PORT: "0",
      PLUGBOARD_DATA_DIR: dataDir,
      PLUGBOARD_ADMIN_TOKEN: adminToken,
      PLUGBOARD_SCRIPT_TARGETS: `127.0.0.1:${servicesPort}`,
    },
  });
  const exited = once(child, "exit");
  for await (const line of createInterface(child.stdout)) {
    const { msg, console: origin, sites } = JSON.parse(line);
    if (msg !== "ready") continue;
    child.stdout.resume();
    const stop = async (): Promise<void> => {
      child.kill("SIGTERM");
      await exited;
    };
    return { origin: String(origin), sites: String(sites), stop };
  }
  throw new Error("The server ended before it was ready");
}

async function allowScripts(origin: string, integration: string): Promise<void> {
  const api = createApiClient({ endpoint: `${origin}/v1`, token: adminToken });
  const organization = (await api.call(listOrganizations)).items[0]?.id ?? "";
  const body = { organization, scopes: ["site:script:inject", "site:script:cookies"] as const };
  await api.call(updateScriptGrant, { params: { integration }, body });
}
