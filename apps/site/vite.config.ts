import react from "@vitejs/plugin-react";
import { build, defineConfig, type UserConfig } from "vite";
import { compressFiles } from "../../scripts/compress-files.ts";

// Builds from the packages' sources, like everything in the workspace.
const resolve: UserConfig["resolve"] = {
  conditions: ["@plugboard/source", "module", "browser", "development|production"],
  // The app provides the peer dependencies of the packages.
  dedupe: ["react", "react-dom"],
};
const target = "es2023";

/** Builds the view of tools as one script and one stylesheet, because agents show it without a server. */
const toolView = {
  name: "tool-view",
  async writeBundle({ dir = "dist" }: { dir?: string }): Promise<void> {
    await build({
      configFile: false,
      root: import.meta.dirname,
      logLevel: "error",
      plugins: [react()],
      resolve,
      build: {
        target,
        outDir: dir,
        emptyOutDir: false,
        assetsInlineLimit: Number.MAX_SAFE_INTEGER,
        modulePreload: false,
        rollupOptions: {
          input: "src/tool-view/tool-view.tsx",
          output: {
            codeSplitting: false,
            entryFileNames: "tool-view.js",
            assetFileNames: "tool-view[extname]",
          },
        },
      },
    });
  },
};

export default defineConfig({
  base: "/site-assets/",
  plugins: [react(), compressFiles(), toolView],
  resolve,
  build: {
    target,
    assetsInlineLimit: 0,
    modulePreload: false,
    // The server reads the hashed file names from the manifest.
    manifest: "manifest.json",
    assetsDir: "",
    rollupOptions: {
      input: {
        site: "src/site.tsx",
        openapi: "src/openapi.ts",
        diagrams: "src/diagrams.ts",
        geist: "src/geist.css",
      },
    },
  },
});
