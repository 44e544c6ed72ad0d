import { rmSync } from "node:fs";
import type { MessageFromRunner, MessageToRunner, RunnerSettings } from "../protocol/runner-protocol.ts";
import { type RunnerServer, serveRunner } from "./serve-runner.ts";

// The runner's own process. It is started by `createScriptRunner` and lives as long as the channel to its parent.

// What a parent does not take off in time is dropped: logs must not fill this process's memory.
let isBacklogged = false;

function send(message: MessageFromRunner): void {
  if (!process.connected || process.send === undefined) return;
  if (message.type === "log" && isBacklogged) return;
  isBacklogged = !process.send(message, undefined, {}, () => {
    isBacklogged = false;
  });
}

async function start(settings: RunnerSettings): Promise<RunnerServer> {
  const server = await serveRunner({ settings, onLog: (line) => send({ type: "log", line }) });
  send({ type: "ready", capabilities: server.capabilities });
  return server;
}

let server: Promise<RunnerServer> | undefined;
let directory: string | undefined;

process.on("message", (message: MessageToRunner) => {
  if (message.type === "start") {
    directory = message.settings.directory;
    server = start(message.settings);
    return;
  }
  void server?.then((running) => running.close()).then(() => process.exit(0));
});

// Whoever stops the server with a signal to all its processes means that it ends what it has begun.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});

// The parent is gone, or has let go. The sandboxes end with this process, whose end closes their standard input.
process.once("disconnect", () => {
  if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
  process.exit(0);
});
