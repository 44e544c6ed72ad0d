import { execFileSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatReports } from "./attack-report.ts";
import { rollUpgrade } from "./roll-upgrade.ts";
import { ownRoot } from "./start-target.ts";

// `pnpm test:upgrade [commit] [edits per step]` upgrades from a commit. Defaults to the last tag, or before the first
// release to the last change to the initial schema. Exits with 1 if an event is lost or a request fails.

const git = (...args: readonly string[]): string =>
  execFileSync("git", args, { cwd: ownRoot, encoding: "utf8" }).trim();

const schemas = [
  "packages/platform/src/database/initial-schema.ts",
  "packages/webhook-delivery/src/postgres/schema.ts",
  "packages/webhook-delivery/src/sqlite/schema.ts",
];

function findEarlier(): string {
  // A tag of this commit is the version to upgrade to.
  const [tag = ""] = git("tag", "--merged", "HEAD^", "--sort=-creatordate").split("\n");
  return tag !== "" ? tag : git("log", "-1", "--format=%H", "--", ...schemas);
}

const [commit = findEarlier(), edits = "200"] = process.argv.slice(2);
console.log(`Upgrades from ${git("log", "-1", "--format=%h %s", commit)}`);
const before = join(await mkdtemp(join(tmpdir(), "earlier-")), "tree");
git("worktree", "add", "--quiet", "--detach", before, commit);
try {
  execFileSync(process.execPath, ["scripts/install.mjs"], {
    cwd: before,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const report = await rollUpgrade(before, Number(edits));
  console.log(formatReports([report]));
  for (const breach of report.breaches) console.error(breach);
  process.exitCode = report.breaches.length === 0 ? 0 : 1;
} finally {
  git("worktree", "remove", "--force", before);
}
