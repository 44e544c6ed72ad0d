import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import type { UserConfig } from "vite";

const root = fileURLToPath(new URL("gallery", import.meta.url));

const config: UserConfig = {
  root,
  plugins: [react()],
  resolve: { conditions: ["@plugboard/source", "module", "browser", "development|production"] },
  build: { rolldownOptions: { input: [`${root}/index.html`, `${root}/harness.html`] } },
};

export default config;
