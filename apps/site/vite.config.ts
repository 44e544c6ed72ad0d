import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  base: "/site-assets/",
  plugins: [react()],
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
    // The server names these scripts and their styles in the pages that need them.
    rollupOptions: {
      input: { site: "src/site.tsx", openapi: "src/openapi.ts" },
      output: {
        entryFileNames: "[name].js",
        assetFileNames: "[name][extname]",
        chunkFileNames: "chunks/[name]-[hash].js",
      },
    },
  },
});
