import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressFiles } from "../../scripts/compress-files.ts";

export default defineConfig({
  base: "/site-assets/",
  plugins: [react(), compressFiles],
  // Built from the packages' sources, like everything else inside the workspace.
  resolve: {
    conditions: ["@plugboard/source", "module", "browser", "development|production"],
    // What the packages name as their peers is the app's.
    dedupe: ["react", "react-dom"],
  },
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    modulePreload: false,
    // The server reads there how these scripts and their styles are named, for the pages that need them.
    manifest: "manifest.json",
    assetsDir: "",
    rollupOptions: { input: { site: "src/site.tsx", openapi: "src/openapi.ts" } },
  },
});
