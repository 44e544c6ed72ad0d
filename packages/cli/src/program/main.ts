#!/usr/bin/env node
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";

// Halves the startup time from the second run on.
enableCompileCache();
const { runCli } = await import("./run-cli.ts");

const ended = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    // A second Ctrl-C exits immediately.
    if (ended.signal.aborted) process.exit(130);
    ended.abort();
  });
}
process.exitCode = await runCli({
  arguments: process.argv.slice(2),
  cwd: process.cwd(),
  env: process.env,
  home: homedir(),
  platform: process.platform,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: ended.signal,
});
