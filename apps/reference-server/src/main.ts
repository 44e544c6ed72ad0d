#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";

// Databases, keys and backups are for the user that runs the server, whatever umask a shell or a service manager has.
process.umask(0o077);

const [command = "serve", ...args] = process.argv.slice(2);
if (command === "serve") {
  // Loading and starting allocates much that is dropped at once, and V8 would keep the room it made for it: 30 MB of an idle
  // process. So the young generation grows, and the old one is collected less often, only afterwards, when there is work.
  setFlagsFromString("--semi-space-growth-factor=1");
  setFlagsFromString("--heap-growing-percent=30");
  const { runServer } = await import("./server/run-server.ts");
  await runServer(process.env);
  setFlagsFromString("--semi-space-growth-factor=2");
  setFlagsFromString("--heap-growing-percent=0");
} else {
  const { runCommand } = await import("./commands/run-command.ts");
  process.exitCode = await runCommand([command, ...args], process.env);
}
