import { rm } from "node:fs/promises";

// Runs in a package before it is built: what a deleted source left in `dist` would be published.

await rm("dist", { recursive: true, force: true });
