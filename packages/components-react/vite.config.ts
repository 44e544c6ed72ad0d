import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { UserConfig } from "vite";

const config: UserConfig = {
  root: fileURLToPath(new URL("gallery", import.meta.url)),
  // The documentation serves the gallery from a subfolder.
  base: "./",
  plugins: [react()],
  resolve: { conditions: ["@plugboard/source", "module", "browser", "development|production"] },
};

export default config;
