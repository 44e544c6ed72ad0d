import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressFiles } from "../../scripts/compress-files.ts";

export default defineConfig({
  base: "/site-assets/",
  plugins: [react(), compressFiles],
  // Builds from the packages' sources, like everything in the workspace.
  resolve: {
    conditions: ["@plugboard/source", "module", "browser", "development|production"],
    // The app provides the peer dependencies of the packages.
    dedupe: ["react", "react-dom"],
  },
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: false,
    // The server reads the hashed file names from the manifest.
    manifest: "manifest.json",
    assetsDir: "",
    rollupOptions: { input: { site: "src/site.tsx", openapi: "src/openapi.ts" } },
  },
});
