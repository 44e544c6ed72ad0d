import { defineConfig } from "vitest/config";

// The source condition lets tests import every workspace package from its TypeScript, without a build.
const conditions = ["@plugboard/source"];

// The packages keep no state outside of what a test makes, so their test files share a worker and what it has imported: that
// halves their time. Not so a test that works with a browser, with processes, or with something global, such as a tracer.
const alone = [
  "packages/testing/**/*.test.{ts,tsx}",
  "packages/*/gallery/**/*.test.{ts,tsx}",
  "packages/**/{guarded-client.spans,telemetry}.test.ts",
  "{apps,tests,scripts,benchmarks,docs}/**/*.test.{ts,tsx}",
];
const shared = ["packages/**/*.test.{ts,tsx}"];
const never = ["**/node_modules/**", "**/dist/**"];

export default defineConfig({
  resolve: { conditions: [...conditions, "module", "browser", "development|production"] },
  ssr: { resolve: { conditions: [...conditions, "module", "node", "development|production"] } },
  test: {
    projects: [
      {
        extends: true,
        test: { name: "shared", include: shared, exclude: [...never, ...alone], isolate: false },
      },
      { extends: true, test: { name: "alone", include: alone, exclude: never } },
    ],
    environment: "node",
    globalSetup: ["tests/postgres/src/shared-server.ts"],
    // Most tests wait for a database, a browser or another process: no core has to be left free.
    maxWorkers: "100%",
    // Patience for busy machines: what hangs still ends, and what is slow does not fail.
    testTimeout: 60_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
