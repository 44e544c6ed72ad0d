import { isBuiltin } from "node:module";
import type { Plugin } from "esbuild";

// The sandbox has the rest, though parts of it only throw: it has no files, programs or sockets.
const missing: ReadonlySet<string> = new Set(["node:sea", "node:sys"]);
const fromRequire = "required-node-module";

/**
 * Leaves modules of Node.js to the sandbox, under their names with `node:`. A package of the same name wins, so that polyfills such
 * as `buffer` and a package's `browser` field keep their meaning. Modules that the sandbox lacks are reported with the place.
 */
export const nodeModules: Plugin = {
  name: "node-modules",
  setup: (build) => {
    build.onResolve({ filter: /^[a-z_][\w/]*$|^node:/ }, async ({ path, pluginData, ...args }) => {
      if (pluginData === fromRequire || (!path.startsWith("node:") && !isBuiltin(path))) return undefined;
      if (!path.startsWith("node:")) {
        const { importer, kind, namespace, resolveDir } = args;
        const own = await build.resolve(path, {
          importer,
          kind,
          namespace,
          resolveDir,
          pluginData: fromRequire,
        });
        if (own.errors.length === 0) return undefined;
      }
      const name = path.startsWith("node:") ? path : `node:${path}`;
      if (missing.has(name) || !isBuiltin(name)) {
        return {
          errors: [
            { text: `Published scripts run without "${path}": the sandbox has no such module of Node.js.` },
          ],
        };
      }
      // An ES module cannot call `require`, so what a CommonJS package requires is imported.
      if (args.kind === "require-call") return { path: name, namespace: fromRequire };
      return { path: name, external: true };
    });
    build.onLoad({ filter: /.*/, namespace: fromRequire }, ({ path }) => ({
      contents: `import * as all from ${JSON.stringify(path)};\nmodule.exports = all.default ?? all;`,
    }));
  },
};
