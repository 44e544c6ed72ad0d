import { rm } from "node:fs/promises";

// Runs before a package is built. Otherwise, the output of deleted sources would be published.

await rm("dist", { recursive: true, force: true });
