import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressFiles } from "../../scripts/compress-files.ts";

// `pnpm dev` serves the console from here and proxies all other requests to the server, which accepts only its own origin.
const server = "http://127.0.0.1:4000";
const proxied = { target: server, changeOrigin: true, headers: { origin: server } };

export default defineConfig({
  plugins: [react(), compressFiles],
  // The console is built from the packages' sources, like everything else inside the workspace.
  resolve: {
    conditions: ["@plugboard/source", "module", "browser", "development|production"],
    // The packages' peer dependencies are the app's own.
    dedupe: ["react", "react-dom"],
  },
  server: {
    proxy: {
      "/v1": proxied,
      "/auth": proxied,
      "/.well-known": proxied,
      "/docs": proxied,
      "/images": proxied,
    },
  },
  // A test reads each page's files from the manifest and checks their size.
  build: { target: "es2023", assetsInlineLimit: 0, manifest: "assets/manifest.json" },
});
