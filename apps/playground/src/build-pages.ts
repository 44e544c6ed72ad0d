import { createHash } from "node:crypto";
import { glob, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const apps = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Builds the console where the server looks for it, unless it was built from the same files already. Of test files that run side
 * by side one builds and the others wait. A server that runs meanwhile keeps its files: each is put in its place whole, and the
 * file that names the others comes last.
 */
export const buildConsole = (): Promise<void> => buildApp("console");

/** Builds what shows blocks of integrations on sites, where the server looks for it. */
export const buildSite = (): Promise<void> => buildApp("site");

async function buildApp(name: "console" | "site"): Promise<void> {
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

/** Waits until no other process has the file locked. The system lets go of it when the process ends, however it ends. */
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

const namesOthers: ReadonlySet<string> = new Set(["index.html", "manifest.json"]);

async function buildInto(dist: string, root: string, sources: string): Promise<void> {
  const builtFrom = join(dist, ".built-from");
  if ((await readFile(builtFrom, "utf8").catch(() => "")) === sources) return;
  const outDir = await mkdtemp(join(dist, ".build-"));
  // With the value that tests run under, React would be built for development.
  const environment = process.env["NODE_ENV"];
  process.env["NODE_ENV"] = "production";
  await build({ root, logLevel: "error", build: { outDir } });
  if (environment === undefined) delete process.env["NODE_ENV"];
  else process.env["NODE_ENV"] = environment;
  const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(outDir, join(entry.parentPath, entry.name)));
  for (const file of files.toSorted((one) => (namesOthers.has(one) ? 1 : -1))) {
    await mkdir(dirname(join(dist, file)), { recursive: true });
    await rename(join(outDir, file), join(dist, file));
  }
  await rm(outDir, { recursive: true });
  await writeFile(builtFrom, sources);
}

/** Changes whenever a file does that the app may be built from. */
async function fingerprint(name: string): Promise<string> {
  const hash = createHash("sha256");
  const patterns = [
    `${name}/{src/**/*.*,*.*}`,
    "../packages/*/{src/**/*.*,package.json}",
    "../scripts/compress-files.ts",
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
