export { bundleForRuntimes } from "./bundle-for-runtimes.ts";
export { runOnRuntime, type RuntimeResult } from "./run-on-runtime.ts";
export { runtimeNames, type RuntimeName } from "./runtime-names.ts";
export { type ServedIntegration, serveOnRuntime } from "./serve-on-runtime.ts";
