import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressFiles } from "../../scripts/compress-files.ts";

// `pnpm dev` serves the console from here, and everything else from the server, for which this page has to be its own.
const server = "http://127.0.0.1:4000";
const proxied = { target: server, changeOrigin: true, headers: { origin: server } };

export default defineConfig({
  plugins: [react(), compressFiles],
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
