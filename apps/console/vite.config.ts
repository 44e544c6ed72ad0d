import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { compressFiles } from "../../scripts/compress-files.ts";
import { firstPages } from "./first-pages-plugin.ts";

// `pnpm dev` serves the console from here and proxies all other requests to the server, which accepts only its own origin.
const server = "http://127.0.0.1:4000";
const proxied = { target: server, changeOrigin: true, headers: { origin: server } };

// Each group takes its modules and their imports, except those of earlier groups. Browsers open six connections at
// once, so many small files arrive later than a few large ones.
const chunks = [
  {
    name: "base",
    test: /preload-helper|rolldown.runtime|src\/(data\/(is-signed-in|embedded-page|early-requests|search)|deliveries\/deliveries-search|read-product|shell\/pages|ui\/load-font)\.ts$/,
  },
  { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
  // The sign-in page shares these with the console.
  { name: "main", test: /src\/(main|ui\/error-message|ui\/form)\.tsx$/ },
  {
    name: "entry",
    test: /src\/(people\/(entry-form\.tsx|use-action\.ts|call-accounts\.ts|passkeys\.ts)|ui\/text-field\.tsx)$/,
  },
  { name: "shell", test: /src\/shell\/app\.tsx$/ },
  { name: "deliveries", test: /src\/deliveries\/deliveries-page\.tsx$/ },
  { name: "content", test: /src\/content\/content-product\.ts$/ },
  {
    name: "popups",
    test: /node_modules\/@(base-ui|floating-ui)\//,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 5000,
  },
  {
    name: "shared",
    test: /apps\/console\/src\/(?!content|.*-page\.tsx)/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 500,
  },
];

/** Preloads the chunks that every page needs, so that they arrive together with the first script. */
const preloadMain: Plugin = {
  name: "preload-main",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (_html, { bundle = {} }) =>
      Object.values(bundle)
        .filter((file) => file.type === "chunk" && (file.name === "main" || file.name === "react"))
        .map(({ fileName }) => ({
          tag: "link",
          attrs: { rel: "modulepreload", crossorigin: true, href: `/${fileName}` },
          injectTo: "head",
        })),
  },
};

export default defineConfig({
  plugins: [react(), preloadMain, firstPages, compressFiles()],
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
  build: {
    target: "es2023",
    assetsInlineLimit: 0,
    manifest: "assets/manifest.json",
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        // Names of groups list their pages.
        chunkFileNames: ({ name }) => `assets/${name.split("~", 1)[0]}-[hash].js`,
        assetFileNames: ({ names: [name = ""] }) => `assets/${name.split(/[~.]/, 1)[0]}-[hash][extname]`,
      },
    },
  },
});
