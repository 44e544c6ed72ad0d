import { setFlagsFromString } from "node:v8";

// Loading and starting allocates much that is dropped at once, and V8 would keep the room it made for it: 20 MB of an idle
// process. So the young generation grows only afterwards, when there is work.
setFlagsFromString("--semi-space-growth-factor=1");
const { runServer } = await import("./server/run-server.ts");
await runServer(process.env);
setFlagsFromString("--semi-space-growth-factor=2");
