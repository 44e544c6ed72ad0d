import { dirname } from "node:path";
import { moduleRequests, readModule, resolveRelative } from "./shared/modules.ts";
import {
  findFiles,
  isTest,
  lineOf,
  readPackages,
  report,
  type WorkspacePackage,
} from "./shared/workspace.ts";

// Checks that imports go in one direction: between packages as defined by the table below, and between the
// folders of a package without cycles. A folder and its subfolders count separately. A file at the root of
// `src` counts as its own folder and must be an entry point in a package. Tests and fixtures can import
// anything. `pnpm start` must import only what it installs. The console's pages work for any product, so
// they import nothing from the documentation product.

const everything = "everything";

/** The packages that the sources of each package can import. */
const directions: Readonly<Record<string, readonly string[] | typeof everything>> = {
  "@plugboard/api": [],
  "@plugboard/webhook-signer": [],
  "@plugboard/webhook-receiver": ["@plugboard/api", "@plugboard/webhook-signer"],
  "@plugboard/webhook-delivery": ["@plugboard/webhook-signer"],
  "@plugboard/destinations-aws": ["@plugboard/webhook-delivery"],
  "@plugboard/destinations-rabbitmq": ["@plugboard/webhook-delivery"],
  "@plugboard/manifest": ["@plugboard/api"],
  "@plugboard/components": ["@plugboard/api"],
  "@plugboard/components-react": ["@plugboard/api", "@plugboard/components"],
  "@plugboard/console": [],
  "@plugboard/runtime": ["@plugboard/api", "@plugboard/components", "@plugboard/webhook-signer"],
  "@plugboard/oauth": ["@plugboard/api"],
  "@plugboard/platform": [
    "@plugboard/api",
    "@plugboard/components",
    "@plugboard/manifest",
    "@plugboard/runtime",
    "@plugboard/webhook-delivery",
    "@plugboard/webhook-signer",
  ],
  "@plugboard/content": [
    "@plugboard/api",
    "@plugboard/components",
    "@plugboard/manifest",
    "@plugboard/platform",
    "@plugboard/runtime",
    "@plugboard/webhook-delivery",
    "@plugboard/webhook-signer",
  ],
  "@plugboard/script-runner": [
    "@plugboard/api",
    "@plugboard/platform",
    "@plugboard/webhook-delivery",
    "@plugboard/webhook-signer",
  ],
  "@plugboard/testing": everything,
  "@plugboard/cli": everything,
  "@plugboard/compat": everything,
};

interface FolderImport {
  readonly from: string;
  readonly to: string;
  /** The import statement, for the message. */
  readonly place: string;
}

async function main(): Promise<void> {
  const workspace = await readPackages("packages/*", "apps/*", "apps/sample-integrations/*");
  const problems: string[] = [];
  for (const one of workspace) {
    const files = (await findFiles(`${one.folder}/src/**/*.{ts,tsx}`)).filter((file) => !isTest(file));
    problems.push(
      ...files.flatMap((file) => findForbiddenImports(one, file)),
      ...findCircles(one, files),
      ...findStrayRootFiles(one, files),
      ...(one.name === "@plugboard/playground" ? findUninstalled(one) : []),
      ...(one.name === "@plugboard/console-app" ? files.flatMap(findContentImports) : []),
    );
  }
  report(problems, `The imports of ${workspace.length} packages go in one direction.`);
}

function findForbiddenImports({ name, folder }: WorkspacePackage, file: string): string[] {
  const isApp = folder.startsWith("apps/");
  const allowed = isApp ? everything : directions[name];
  if (allowed === undefined) return [`${name} is missing from the table in check-folders.ts`];
  const module = readModule(file);
  return moduleRequests(module).flatMap(({ specifier, offset }) => {
    const place = `${file}:${lineOf(module.text, offset)}`;
    const outside = resolveRelative(file, specifier)?.startsWith(`${folder}/`) === false;
    if (outside) return [`${place}: leaves its package for ${specifier}`];
    const [target] = /^@plugboard\/[^/]+/.exec(specifier) ?? [];
    if (target === undefined || target === name) return [];
    if (allowed === everything ? isApp || target in directions : allowed.includes(target)) return [];
    return [`${place}: ${name} must not import ${target}`];
  });
}

/** Returns the imports of `pnpm start` that it doesn't install: a fresh checkout has no development dependencies. */
function findUninstalled({ name, folder, manifest: { dependencies = {} } }: WorkspacePackage): string[] {
  const reached = new Set(
    ["build.ts", "start.ts", "end-with-parent.ts"].map((file) => `${folder}/src/${file}`),
  );
  const problems: string[] = [];
  // Files added in the loop are visited too.
  for (const file of reached) {
    const module = readModule(file);
    for (const { specifier, offset } of moduleRequests(module)) {
      const target = resolveRelative(file, specifier);
      if (target !== undefined) reached.add(target);
      const [imported = ""] = /^(?:@[^/]+\/)?[^./][^/]*/.exec(specifier) ?? [];
      if (target !== undefined || imported.startsWith("node:") || imported in dependencies) continue;
      problems.push(
        `${file}:${lineOf(module.text, offset)}: ${imported} is not in the dependencies of ${name}`,
      );
    }
  }
  return problems;
}

const contentFolder = "apps/console/src/content/";
/** Loads the product's part of the console. */
const consoleEntry = "apps/console/src/read-product.ts";

/** Returns the imports of the documentation product in the other pages of the console. */
function findContentImports(file: string): string[] {
  if (file.startsWith(contentFolder) || file === consoleEntry) return [];
  const module = readModule(file);
  return moduleRequests(module)
    .filter(
      ({ specifier }) =>
        specifier.startsWith("@plugboard/content") ||
        resolveRelative(file, specifier)?.startsWith(contentFolder) === true,
    )
    .map(
      ({ specifier, offset }) =>
        `${file}:${lineOf(module.text, offset)}: imports ${specifier} of the documentation product. Move it to ${contentFolder} or use the product of the console.`,
    );
}

/** Returns the files next to a package's entry points that are not entry points. */
function findStrayRootFiles({ folder, manifest }: WorkspacePackage, files: readonly string[]): string[] {
  if (folder.startsWith("apps/")) return [];
  const entries = Object.values(manifest.exports ?? {}).map((target) =>
    typeof target === "string" ? target : target["@plugboard/source"],
  );
  return files
    .filter((file) => dirname(file) === `${folder}/src`)
    .filter((file) => !entries.includes(`.${file.slice(folder.length)}`))
    .map((file) => `${file}: not an entry point, move it into a folder`);
}

/** Returns the pairs of folders on an import cycle, with an import of each. */
function findCircles({ folder }: WorkspacePackage, files: readonly string[]): string[] {
  const nodeOf = (file: string): string => (dirname(file) === `${folder}/src` ? file : dirname(file));
  const imports = files.flatMap((file) => readFolderImports(file, nodeOf));
  const targets = Map.groupBy(imports, ({ from }) => from);
  const reach = (start: string): ReadonlySet<string> => {
    const found = new Set<string>();
    const waiting = [start];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const { to } of targets.get(next) ?? []) {
        if (found.has(to)) continue;
        found.add(to);
        waiting.push(to);
      }
    }
    return found;
  };
  const reached = new Map([...targets.keys()].map((start) => [start, reach(start)]));
  const closing = imports.filter(({ from, to }) => reached.get(to)?.has(from) === true);
  const pairs = new Map(closing.map((one) => [`${one.from} ${one.to}`, one]));
  return [...pairs.values()].map(
    ({ from, to, place }) => `${place}: ${from} imports ${to}, which closes a cycle`,
  );
}

function readFolderImports(file: string, nodeOf: (file: string) => string): FolderImport[] {
  const module = readModule(file);
  return moduleRequests(module).flatMap(({ specifier, offset }) => {
    const target = resolveRelative(file, specifier);
    if (target === undefined || nodeOf(target) === nodeOf(file)) return [];
    const place = `${file}:${lineOf(module.text, offset)}`;
    return [{ from: nodeOf(file), to: nodeOf(target), place }];
  });
}

await main();
