import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [react()],
  // The console is built from the packages' sources, like everything else inside the workspace.
  resolve: { conditions: ["@plugboard/source", "module", "browser", "development|production"] },
  build: { target: "es2023", assetsInlineLimit: 0 },
});
