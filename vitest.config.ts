import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { createTestNoticesReporter } from "./scripts/shared/test-notices.ts";

// The source condition lets tests import every workspace package from its TypeScript, without a build.
const conditions = ["@plugboard/source"];

// What is tested in one process keeps no state outside of what a test makes, so test files share a worker and what it has
// imported: that halves their time. The adapter that the server listens with changes `Response` for its whole process, so the
// packages have workers of their own.
const packages = ["packages/**/*.test.{ts,tsx}", "apps/console/**/*.test.ts"];
const servers = ["packages/testing/**/*.test.ts", "apps/{reference-server,sample-integrations}/**/*.test.ts"];
const gallery = ["packages/components-react/gallery/**/*.test.ts"];
// Not so a test that works with a browser, with the tools of the repository, or with something global, such as a tracer, the
// clocks or the memory of its process.
const alone = [
  "packages/**/{guarded-client.spans,telemetry}.test.ts",
  "packages/testing/**/{oidc-provider,real-browser}.test.ts",
  "packages/cli/**/dev-page.test.ts",
  "apps/reference-server/**/{body-memory,hostile,public-endpoint-connect}.test.ts",
  "apps/{playground,sample-webhook-receiver}/**/*.test.ts",
  "{tests,scripts,benchmarks,docs}/**/*.test.ts",
];
// Share a server and a browser.
const console = ["apps/console/test/**/*.test.ts"];
const never = ["**/node_modules/**", "**/dist/**"];

export default defineConfig({
  resolve: { conditions: [...conditions, "module", "browser", "development|production"] },
  ssr: { resolve: { conditions: [...conditions, "module", "node", "development|production"] } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "packages",
          include: packages,
          exclude: [...never, ...servers, ...gallery, ...console, ...alone],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: "servers", include: servers, exclude: [...never, ...alone], isolate: false },
      },
      {
        extends: true,
        test: {
          name: "gallery",
          include: gallery,
          exclude: never,
          globalSetup: ["packages/components-react/gallery/share-gallery.ts"],
          isolate: false,
        },
      },
      { extends: true, test: { name: "console", include: console, exclude: never, isolate: false } },
      { extends: true, test: { name: "alone", include: alone, exclude: never } },
    ],
    environment: "node",
    // Most of what a server or the command line takes to start is to compile its sources: processes that tests start do so once.
    env: { NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled") },
    globalSetup: ["tests/postgres/src/shared-server.ts"],
    reporters: [
      "default",
      ...(process.env["GITHUB_ACTIONS"] === "true" ? ["github-actions"] : []),
      createTestNoticesReporter(),
    ],
    // A test that waits for a database, a browser or another process keeps half a core busy.
    maxWorkers: availableParallelism() * 2,
    // A race in one test must not stop a change that has nothing to do with it. The run names each test that it had to repeat.
    retry: 1,
    // Patience for busy machines: what hangs still ends, and what is slow does not fail.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
