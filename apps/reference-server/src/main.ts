#!/usr/bin/env node
import { setFlagsFromString } from "node:v8";

// Databases, keys and backups are readable only by the server's user, whatever umask the shell or service
// manager sets.
process.umask(0o077);

const [command = "serve", ...args] = process.argv.slice(2);
if (command === "serve") {
  // Startup allocates a lot of short-lived memory, and V8 would keep the space reserved for it, 30 MB in an
  // idle process. Growing the young generation slowly avoids that; the old generation is collected as usual.
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
