import { execFileSync } from "node:child_process";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatReports } from "./attack-report.ts";
import { rollUpgrade } from "./roll-upgrade.ts";
import { ownRoot } from "./start-target.ts";

// `pnpm test:upgrade [commit] [edits per step]` upgrades from a commit, the last tag by default. Exits with 1 if an event is lost or
// a request fails.

const git = (...args: readonly string[]): string =>
  execFileSync("git", args, { cwd: ownRoot, encoding: "utf8" }).trim();

const [commit = git("describe", "--tags", "--abbrev=0"), edits = "200"] = process.argv.slice(2);
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
