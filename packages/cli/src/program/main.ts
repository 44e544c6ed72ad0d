#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { explainOldNode } from "./explain-old-node.ts";

// Checked before the program is imported, because old versions of Node.js fail with a SyntaxError.
const { engines }: { readonly engines: { readonly node: string } } = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
);
const problem = explainOldNode(process.versions.node, engines.node);
if (problem === undefined) await run();
else {
  process.stderr.write(`${problem}\n`);
  process.exitCode = 1;
}

async function run(): Promise<void> {
  const { enableCompileCache } = await import("node:module");
  // Halves the startup time from the second start on.
  enableCompileCache();
  const { homedir } = await import("node:os");
  const { runCli } = await import("./run-cli.ts");
  const ended = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // The second signal ends the process immediately.
      if (ended.signal.aborted) process.exit(130);
      ended.abort();
    });
  }
  // `plugboard … | head` closes the pipe once it has read enough.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
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
}
