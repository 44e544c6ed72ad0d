import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "./shared/workspace.ts";

// Runs turbo without its telemetry and the notice about it. turbo.json has no setting for that, and shells
// have no common syntax for variables.

const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules/turbo/bin/turbo"), ...process.argv.slice(2)],
  { cwd: root, stdio: "inherit", env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1" } },
);
process.exitCode = status ?? 1;
