import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const minBytes = 256;

/** Puts each file beside itself compressed, so that the server need not do it for every request. */
function compress(): Plugin {
  return {
    name: "compress",
    // Once the files are written they are as they will be sent.
    async writeBundle({ dir = "dist" }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))) {
        const source = await readFile(join(dir, name));
        if (source.length < minBytes) continue;
        await writeFile(join(dir, `${name}.br`), brotliCompressSync(source));
        await writeFile(join(dir, `${name}.gz`), gzipSync(source, { level: 9 }));
      }
    },
  };
}

// `pnpm dev` serves the console from here, and everything else from the server, for which this page has to be its own.
const server = "http://127.0.0.1:4000";
const proxied = { target: server, changeOrigin: true, headers: { origin: server } };

export default defineConfig({
  plugins: [react(), compress()],
  // The console is built from the packages' sources, like everything else inside the workspace.
  resolve: {
    conditions: ["@plugboard/source", "module", "browser", "development|production"],
    // What the packages name as their peers is the app's.
    dedupe: ["react", "react-dom"],
  },
  server: { proxy: { "/v1": proxied, "/auth": proxied, "/.well-known": proxied, "/docs": proxied } },
  // The manifest says which files a page needs, which a test weighs.
  build: { target: "es2023", assetsInlineLimit: 0, manifest: "assets/manifest.json" },
});
