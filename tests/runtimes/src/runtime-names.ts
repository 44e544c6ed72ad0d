/** The JavaScript runtimes every portable package is tested on; `node` is the one that runs the tests. */
export const runtimeNames = ["node", "node-22", "node-24", "bun", "deno", "workerd"] as const;

export type RuntimeName = (typeof runtimeNames)[number];
