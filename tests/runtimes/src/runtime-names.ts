/** A JavaScript runtime. `node` is the one that runs the tests. */
export type RuntimeName = "node" | "node-22" | "node-24" | "bun" | "deno" | "workerd";

// The registry only has other Node.js versions for this system. On other systems, the tests themselves run on
// each version.
const otherNodes: readonly RuntimeName[] =
  process.platform === "linux" && process.arch === "x64" ? ["node-22", "node-24"] : [];

/** The JavaScript runtimes that every portable package is tested on. */
export const runtimeNames: readonly RuntimeName[] = ["node", ...otherNodes, "bun", "deno", "workerd"];
