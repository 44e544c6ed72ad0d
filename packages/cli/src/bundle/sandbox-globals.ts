import type { Plugin } from "esbuild";

// The sandbox has a worker's globals, so libraries that detect Node.js choose their other branch: `typeof process` is "undefined". Code
// that uses globals of Node.js without a check would fail, so the bundler replaces them.

/** Replaces expressions by constants. Scripts have no environment variables and no files. */
export const sandboxDefinitions: Readonly<Record<string, string>> = {
  global: "globalThis",
  "process.env.NODE_ENV": '"production"',
  "process.env": "{}",
  "process.version": '""',
  "process.versions": "{}",
  "process.platform": '""',
  "process.title": '"plugboard"',
  "process.argv": "[]",
  "process.nextTick": "plugboardNextTick",
  "import.meta.url": '"file:///bundle.mjs"',
};

/** The module to inject into bundles. */
export const sandboxGlobalsModule = "plugboard:sandbox-globals";

const contents = `import { Buffer } from "node:buffer";
import { clearImmediate, setImmediate } from "node:timers";
const plugboardNextTick = (work, ...values) => queueMicrotask(() => work(...values));
// A cache may drop any response. This one drops all, because the responses of one installation must not reach another.
const cache = { match: async () => undefined, put: async () => {}, delete: async () => false };
const caches = { default: cache, open: async () => cache };
export { Buffer, caches, clearImmediate, plugboardNextTick, setImmediate };
`;

/** Provides the globals of Node.js that need code. A bundle contains only the used ones. */
export const sandboxGlobals: Plugin = {
  name: "sandbox-globals",
  setup: (build) => {
    build.onResolve({ filter: /^plugboard:sandbox-globals$/ }, ({ path }) => ({
      path,
      namespace: "sandbox-globals",
      sideEffects: false,
    }));
    build.onLoad({ filter: /.*/, namespace: "sandbox-globals" }, () => ({ contents, resolveDir: "/" }));
  },
};
