import { rmSync } from "node:fs";
import type { MessageFromRunner, MessageToRunner, RunnerSettings } from "../protocol/runner-protocol.ts";
import { type RunnerServer, serveRunner } from "./serve-runner.ts";

// The runner process. `createScriptRunner` starts it, and it lives as long as the IPC channel to its parent.

// Lines that the parent doesn't read in time are dropped, to bound the memory of this process.
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

// A signal to the whole process group must not end this process: the server drains the scripts.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});

// The parent has ended or disconnected. The sandboxes end with this process, because their standard input
// closes.
process.once("disconnect", () => {
  if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
  process.exit(0);
});
