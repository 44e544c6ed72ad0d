// @ts-check
// Installs a command's dependencies with the package manager that runs it. `node scripts/install.mjs` installs everything,
// `pnpm start` only a part. Plain JavaScript, because it runs on any Node before anything is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { findPnpm } from "./shared/find-pnpm.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const stamp = `${root}node_modules/.installed-from`;

/**
 * Installs the whole workspace, or only the dependencies of some packages. A complete installation stays
 * complete.
 *
 * @param {readonly string[]} [packages] pnpm selectors, including dependencies
 * @returns {boolean} whether it succeeded; errors are printed to stderr
 */
export function install(packages) {
  const isPart = packages !== undefined && !isWhole();
  const selection = isPart ? ["--prod", ...packages.map((one) => `--filter-prod=${one}...`)] : [];
  // The package manager would query the registry for packages that are already installed, and hang without a
  // network.
  const wanted = [
    createHash("sha256")
      .update(readFileSync(`${root}pnpm-lock.yaml`))
      .digest("hex"),
    ...selection,
  ].join(" ");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return true;
  const isDone = runPnpm(["install", "--frozen-lockfile", ...selection]);
  if (isDone) writeFileSync(stamp, wanted);
  return isDone;
}

/** Returns whether everything is already installed. */
function isWhole() {
  const state = `${root}node_modules/.modules.yaml`;
  return existsSync(state) && /devDependencies"?: true/.test(readFileSync(state, "utf8"));
}

/** @param {string[]} words */
function runPnpm(words) {
  const { packageManager } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
  const { program, parameters, shell } = findPnpm(packageManager);
  return spawnSync(program, [...parameters, ...words], { cwd: root, stdio: "inherit", shell }).status === 0;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href && !install()) process.exitCode = 1;
