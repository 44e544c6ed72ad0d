import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { readPnpm, runChangeset, runPnpm } from "./shared/run.ts";
import { root } from "./shared/workspace.ts";

// `pnpm release` publishes all packages whose version is not published yet. `--version` updates versions and
// changelogs from the changesets. `--dry-run` does both in a copy of the last commit without publishing, and
// prints the result.

const run = promisify(execFile);
const { values: options } = parseArgs({
  options: { version: { type: "boolean" }, "dry-run": { type: "boolean" } },
});

interface PackageListEntry {
  readonly name: string;
  readonly version: string;
  readonly path: string;
  readonly private?: boolean;
}

if (options["dry-run"]) await rehearse();
else if (options.version) writeVersions(root);
else {
  build(root);
  runPnpm(["packages:check"], root);
  runChangeset(["publish"], root);
}

function writeVersions(folder: string): void {
  runChangeset(["version"], folder);
  // The samples pin published versions, as copies of them would, and the lockfile contains those versions.
  runPnpm(["install", "--lockfile-only"], folder);
}

/** Builds without leftovers of deleted sources or a cache. */
function build(folder: string): void {
  runPnpm(
    [
      "exec",
      "node",
      "scripts/turbo.ts",
      "run",
      "build",
      "--filter=./packages/*",
      "--force",
      "--output-logs=errors-only",
    ],
    folder,
  );
}

async function rehearse(): Promise<void> {
  const copy = await mkdtemp(join(tmpdir(), "plugboard-release-"));
  const tarballs = join(copy, ".tarballs");
  try {
    await run("git", ["worktree", "add", "--detach", copy, "HEAD"], { cwd: root });
    writeVersions(copy);
    runPnpm(["install", "--frozen-lockfile", "--prefer-offline", "--reporter=silent"], copy);
    build(copy);
    const packages: readonly PackageListEntry[] = JSON.parse(
      await readPnpm(["ls", "--recursive", "--depth=-1", "--json"], copy),
    );
    for (const { name, version, path } of packages.filter((one) => one.private !== true)) {
      const packed = await readPnpm(["pack", "--json", "--pack-destination", tarballs], path);
      const { filename, files }: { filename: string; files: readonly { path: string }[] } = JSON.parse(
        packed.slice(packed.indexOf("{")),
      );
      const { byteLength } = await readFile(filename);
      const changelog = await readFile(join(path, "CHANGELOG.md"), "utf8").catch(() => "No changes.\n");
      console.log(
        `\n━━ ${name} ${version}: ${basename(filename)}, ${files.length} files, ${kilobytes(byteLength)}\n`,
      );
      console.log(newestEntry(changelog));
    }
    console.log("Nothing was published, and this folder is unchanged.");
  } finally {
    await run("git", ["worktree", "remove", "--force", copy], { cwd: root }).catch(() => undefined);
    await rm(copy, { recursive: true, force: true });
  }
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/** Returns the section of a changelog for its newest version. */
function newestEntry(changelog: string): string {
  const [, newest = changelog] = changelog.split(/^## /m);
  return newest.slice(newest.indexOf("\n") + 1).trim();
}
