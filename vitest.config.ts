import { defineConfig } from "vitest/config";

// The source condition lets tests import every workspace package from its TypeScript, without a build.
const conditions = ["@plugboard/source"];

export default defineConfig({
  resolve: { conditions: [...conditions, "module", "browser", "development|production"] },
  ssr: { resolve: { conditions: [...conditions, "module", "node", "development|production"] } },
  test: {
    include: ["{packages,apps,tests,scripts,benchmarks,docs}/**/*.test.{ts,tsx}"],
    exclude: ["**/node_modules/**", "**/dist/**"],
    environment: "node",
    globalSetup: ["tests/postgres/src/shared-server.ts"],
    // Most tests wait for a database, a browser or another process: no core has to be left free.
    maxWorkers: "100%",
    // Patience for busy machines: what hangs still ends, and what is slow does not fail.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
