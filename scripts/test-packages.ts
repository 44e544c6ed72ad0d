import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { root } from "./shared/workspace.ts";
import { check } from "./test-packages/check.ts";
import { type Consumer, createConsumer } from "./test-packages/consumer.ts";
import { packAll, type Tarball } from "./test-packages/pack.ts";
import { type PackageManager, packageManagers } from "./test-packages/package-managers.ts";

// Tests the packages from a user's perspective: packed, installed with each package manager, imported and
// required on each Node.js version, type checked with each TypeScript version, bundled, and next to the
// user's own OpenTelemetry API.

const typescripts = ["5.7", "5.9", "7.0"] as const;
/** `skipLibCheck` is off in each, so that our declarations are checked too. */
const resolutions = { nodenext: "nodenext", bundler: "esnext" } as const;

const load = `import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
for (const entry of JSON.parse(readFileSync("entries.json", "utf8"))) {
  if (Object.keys(await import(entry)).length === 0) throw new Error(entry + " exports nothing");
  if (Object.keys(require(entry)).length === 0) throw new Error(entry + " exports nothing to require");
}
process.exit(0);
`;

const useActions = `import type { ComponentAction } from "@plugboard/components";

export const known: ComponentAction = { action: "add", amount: 1 };
// @ts-expect-error: it is not registered
export const unknown: ComponentAction = { action: "remove" };
`;

const deliver = `import { DatabaseSync } from "node:sqlite";
import { createDeliveryWorker, createWebhookSender } from "@plugboard/webhook-delivery";
import { createSqliteDeliveryStore } from "@plugboard/webhook-delivery/sqlite";

const store = createSqliteDeliveryStore(new DatabaseSync(":memory:"));
await store.migrate();
const { id } = await store.createEndpoint({ url: "https://127.0.0.1:1/", eventTypes: [], secrets: ["whsec_c2VjcmV0"] });
await store.enqueue([{ id: "evt_1", type: "test", body: "{}", endpointIds: [id] }]);
const sender = createWebhookSender();
const worker = createDeliveryWorker({ store, send: sender.deliver });
worker.start();
const isOpen = async () => (await store.listDeliveries({ states: ["scheduled", "sending"] })).items.length > 0;
while (await isOpen()) await new Promise((resolve) => setTimeout(resolve, 10));
await worker.stop();
await sender.close();
const [failed] = (await store.listDeliveries()).items;
console.log(failed.lastErrorCode);
`;

const serveConsole = `import { createConsole } from "@plugboard/console";

const { fetch } = createConsole({ product: { module: "/product.js", title: "Shops", pages: [] } });
const read = async (path) => {
  const response = await fetch(new Request("http://127.0.0.1" + path));
  if (response.status !== 200) throw new Error(path + " has status " + response.status);
  return await response.text();
};
const page = await read("/marketplace");
if (!page.includes("/product.js")) throw new Error("the page has no product");
// Scripts name the files that they load.
const files = new Set(page.match(/\\/assets\\/[\\w.-]+/g));
for (const file of files)
  for (const [, next] of (await read(file)).matchAll(/(assets\\/[\\w-]+\\.(?:js|css))"/g))
    if (!next.includes("content-")) files.add("/" + next);
console.log(files.size);
`;

const measure = `import { metrics } from "@opentelemetry/api";
import { AggregationTemporality, InMemoryMetricExporter, MeterProvider, PeriodicExportingMetricReader } from "@opentelemetry/sdk-metrics";

const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const provider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] });
metrics.setGlobalMeterProvider(provider);
await import("./deliver.mjs");
await provider.forceFlush();
const found = exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
console.log(found.map(({ descriptor }) => descriptor.name).join());
process.exit(0);
`;

await main();

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "plugboard-packages-"));
  try {
    await mkdir(join(folder, "tarballs"));
    const tarballs = await packAll(join(folder, "tarballs"));
    for (const manager of packageManagers) {
      const used = tarballs.filter(({ name }) => manager.without?.includes(name) !== true);
      const consumer = await createProject(join(folder, manager.name), manager, used);
      await check(`${manager.name} installs ${used.length} packages`, () => manager.install(consumer));
      await check(`packages installed with ${manager.name} can be imported and required`, () =>
        consumer.run(process.execPath, [...(manager.flags ?? []), "load.mjs"]),
      );
      if (manager.name !== "npm") continue;
      for (const [name, node] of otherNodes())
        await check(`works on ${name}`, () => consumer.run(node, ["load.mjs"]));
      for (const version of typescripts) {
        for (const resolution of Object.keys(resolutions)) {
          const compiler = `node_modules/typescript-${version}/bin/tsc`;
          await check(`the types compile with TypeScript ${version}, ${resolution}`, () =>
            consumer.run(process.execPath, [compiler, "-p", `tsconfig.${resolution}.json`]),
          );
        }
      }
      await check("the console can be served", () => consumer.run(process.execPath, ["serve-console.mjs"]));
      await check("a bundle with the delivery package runs", () => runBundle(consumer));
    }
    await check("metrics reach an application with version 1.9 of the OpenTelemetry API", () =>
      measureWith("1.9.0", join(folder, "telemetry"), tarballs),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function createProject(
  folder: string,
  manager: PackageManager,
  tarballs: readonly Tarball[],
): Promise<Consumer> {
  const own = Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${file}`]));
  const entries = tarballs.flatMap((tarball) => tarball.entries);
  const compilers = typescripts.map((version) => [`typescript-${version}`, `npm:typescript@~${version}.0`]);
  const names = entries.map((_entry, index) => `entry${index}`);
  const imports = entries.map((entry, index) => `import * as entry${index} from "${entry}";`);
  return await createConsumer(folder, {
    "package.json": {
      name: "consumer",
      private: true,
      type: "module",
      // Including optional peers: their entries are loaded too.
      dependencies: {
        ...own,
        "@opentelemetry/api": "^1.9.0",
        pg: "^8.16.0",
        react: "^19",
        "react-dom": "^19",
      },
      devDependencies: {
        "@types/node": "^22",
        "@types/pg": "^8",
        "@types/react": "^19",
        ...(manager.name === "npm" ? Object.fromEntries(compilers) : {}),
      },
      ...manager.fields(own),
    },
    ...manager.files(own),
    "entries.json": entries,
    "load.mjs": load,
    "entries.ts": `${imports.join("\n")}\n\nexport const all: readonly object[] = [${names.join(", ")}];\n`,
    "actions.ts": await readActionsSnippet(),
    "use-actions.ts": useActions,
    "deliver.mjs": deliver,
    "serve-console.mjs": serveConsole,
    ...Object.fromEntries(
      Object.entries(resolutions).map(([resolution, module]) => [
        `tsconfig.${resolution}.json`,
        {
          compilerOptions: {
            module,
            moduleResolution: resolution,
            target: "es2022",
            lib: ["es2022", "dom", "dom.iterable"],
            strict: true,
            skipLibCheck: false,
            noEmit: true,
            types: ["node"],
          },
          include: ["*.ts"],
        },
      ]),
    ),
  });
}

/** Returns the README's example of registered actions, which must work as a file. */
async function readActionsSnippet(): Promise<string> {
  const readme = await readFile(join(root, "packages/components/README.md"), "utf8");
  const snippet = [...readme.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].find(([, code]) =>
    code?.includes("ActionRegistry"),
  );
  if (snippet?.[1] === undefined) throw new Error("the README of the components registers no action");
  return snippet[1];
}

/**
 * As described in the README of the delivery package: undici is CommonJS and calls `require` for Node.js
 * modules.
 */
async function runBundle({ folder, run }: Consumer): Promise<void> {
  await build({
    entryPoints: [join(folder, "deliver.mjs")],
    absWorkingDir: folder,
    bundle: true,
    platform: "node",
    format: "esm",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
    outfile: join(folder, "bundle/deliver.mjs"),
    logLevel: "error",
  });
  const printed = await run(process.execPath, ["bundle/deliver.mjs"]);
  if (printed.trim() !== "blocked_address") throw new Error(`the bundle printed ${printed}`);
}

async function createTelemetryProject(
  api: string,
  folder: string,
  tarballs: readonly Tarball[],
): Promise<Consumer> {
  const used = tarballs.filter(({ name }) => /webhook-(delivery|signer)$/.test(name));
  return await createConsumer(folder, {
    "package.json": {
      name: "measured",
      private: true,
      type: "module",
      dependencies: {
        ...Object.fromEntries(used.map(({ name, file }) => [name, `file:${file}`])),
        "@opentelemetry/api": api,
        ...(api === "1.9.0" ? { "@opentelemetry/sdk-metrics": "^2.0.0" } : {}),
      },
    },
    "deliver.mjs": deliver,
    "measure.mjs": measure,
  });
}

async function measureWith(api: string, folder: string, tarballs: readonly Tarball[]): Promise<void> {
  const consumer = await createTelemetryProject(api, folder, tarballs);
  await packageManagers[0]?.install(consumer);
  const printed = await consumer.run(process.execPath, ["measure.mjs"]);
  if (!printed.includes("webhook.delivery.attempts")) throw new Error(`it measured ${printed}`);
}

/** Returns other versions of Node.js, if the registry has them as packages for this system. */
function otherNodes(): (readonly [name: string, path: string])[] {
  const require = createRequire(join(root, "tests/runtimes/package.json"));
  return ["node-22", "node-24"].flatMap((name) => {
    try {
      return [[name, join(dirname(require.resolve(`${name}/package.json`)), "bin/node")] as const];
    } catch {
      return [];
    }
  });
}
