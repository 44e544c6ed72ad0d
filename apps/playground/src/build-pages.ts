import { createHash } from "node:crypto";
import { glob, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const apps = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Builds the console into the server's folder, unless its sources are unchanged. Concurrent test files wait
 * for a single build. A running server keeps working: each file is replaced atomically, and the manifest is
 * written last.
 */
export const buildConsole = (): Promise<void> => buildApp("console");

/** Builds the script that renders integration blocks on sites into the server's folder. */
export const buildSite = (): Promise<void> => buildApp("site");

let lastBuild: Promise<void> = Promise.resolve();

// One at a time in a process, because builds change NODE_ENV.
function buildApp(name: "console" | "site"): Promise<void> {
  const built = lastBuild.then(() => lockAndBuild(name));
  lastBuild = built.catch(() => {});
  return built;
}

async function lockAndBuild(name: "console" | "site"): Promise<void> {
  const root = join(apps, name);
  const dist = join(root, "dist");
  await mkdir(dist, { recursive: true });
  const lock = await lockFile(join(dist, ".lock"));
  try {
    await buildInto(dist, root, await fingerprint(name));
  } finally {
    lock.close();
  }
}

/** Waits for an exclusive lock on a file. The operating system releases it when the process ends. */
async function lockFile(path: string): Promise<DatabaseSync> {
  const lock = new DatabaseSync(path);
  for (;;) {
    try {
      lock.exec("BEGIN EXCLUSIVE");
      return lock;
    } catch (error) {
      if (!String(error).includes("database is locked")) throw error;
      await sleep(50);
    }
  }
}

/** Files that name others. */
const naming = /\.html$|manifest\.json$/;

async function buildInto(dist: string, root: string, sources: string): Promise<void> {
  const builtFrom = join(dist, ".built-from");
  if ((await readFile(builtFrom, "utf8").catch(() => "")) === sources) return;
  const outDir = await mkdtemp(join(dist, ".build-"));
  // With NODE_ENV=test, React would be built for development.
  const environment = process.env["NODE_ENV"];
  process.env["NODE_ENV"] = "production";
  // The mode only makes the compression fast.
  await build({ root, mode: "development", logLevel: "error", build: { outDir } });
  if (environment === undefined) delete process.env["NODE_ENV"];
  else process.env["NODE_ENV"] = environment;
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(outDir, join(entry.parentPath, entry.name)));
  for (const file of files.toSorted((one) => (naming.test(one) ? 1 : -1))) {
    await mkdir(dirname(join(dist, file)), { recursive: true });
    await rename(join(outDir, file), join(dist, file));
  }
  await rm(outDir, { recursive: true });
  await writeFile(builtFrom, sources);
}

/** Returns a hash of all files that affect the app's build. */
async function fingerprint(name: string): Promise<string> {
  const hash = createHash("sha256");
  const patterns = [
    `${name}/{src/**/*.*,*.*}`,
    "../packages/*/{src/**/*.*,package.json}",
    "../scripts/compress-files.ts",
    "site/src/draw-diagram.ts",
    "../pnpm-lock.yaml",
  ];
  const files: string[] = [];
  for await (const file of glob(patterns, { cwd: apps })) files.push(file);
  for (const file of files.toSorted()) {
    const { mtime, size } = await stat(join(apps, file));
    hash.update(`${file} ${mtime.toISOString()} ${size}\n`);
  }
  return hash.digest("hex");
}
