import { isBuiltin } from "node:module";
import type { OnResolveArgs, Plugin } from "esbuild";

// The sandbox has all other modules, but some of their functions throw, because it has no files, processes or
// sockets.
const missing: ReadonlySet<string> = new Set(["node:sea", "node:sys"]);
const fromRequire = "required-node-module";

/** Resources of a process that the sandbox lacks, by the modules whose functions need them. */
const resources: Readonly<Record<string, string>> = {
  "node:child_process": "processes",
  "node:cluster": "processes",
  "node:dgram": "sockets",
  "node:fs": "files",
  "node:fs/promises": "files",
  "node:net": "sockets",
  "node:tls": "sockets",
  "node:worker_threads": "threads",
};

/**
 * Leaves Node.js modules external, under their `node:` names. An npm package of the same name takes precedence, so
 * polyfills such as `buffer` and a package's `browser` field keep working. Modules that the sandbox lacks are
 * reported with their location. The author's own imports of modules that need more than the sandbox has get a warning; those of packages don't, because they are often for other environments only.
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
            { text: `Published scripts cannot import "${path}": the sandbox has no such Node.js module.` },
          ],
        };
      }
      // An ES module cannot call `require`, so `require` calls of CommonJS packages become imports.
      if (args.kind === "require-call") return { path: name, namespace: fromRequire };
      const resource = isOwn(args) ? resources[name] : undefined;
      const text = `"${path}" needs ${resource}, which published scripts don't have: its functions work in \`plugboard dev\`, but throw in the sandbox.`;
      const warnings = resource === undefined ? [] : [{ text }];
      return { path: name, external: true, sideEffects: false, warnings };
    });
    build.onLoad({ filter: /.*/, namespace: fromRequire }, ({ path }) => ({
      contents: `import * as all from ${JSON.stringify(path)};\nmodule.exports = all.default ?? all;`,
    }));
  },
};

function isOwn({ namespace, importer }: Pick<OnResolveArgs, "namespace" | "importer">): boolean {
  return namespace === "file" && !/[\\/]node_modules[\\/]/.test(importer);
}
