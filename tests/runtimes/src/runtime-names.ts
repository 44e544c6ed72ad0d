/** A JavaScript runtime. `node` is the one that runs the tests. */
export type RuntimeName = "node" | "node-22" | "node-24" | "bun" | "deno" | "workerd";

// The registry has other versions of Node as packages for this system alone. Elsewhere the tests themselves run on each version.
const otherNodes: readonly RuntimeName[] =
  process.platform === "linux" && process.arch === "x64" ? ["node-22", "node-24"] : [];

/** The JavaScript runtimes every portable package is tested on. */
export const runtimeNames: readonly RuntimeName[] = ["node", ...otherNodes, "bun", "deno", "workerd"];
