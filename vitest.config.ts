import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { nightVariable } from "./tests/postgres/src/at-night.ts";
import { createTestNoticesReporter, nightTag } from "./scripts/shared/test-notices.ts";

// The source condition lets tests import every workspace package from its TypeScript, without a build.
const conditions = ["@plugboard/source"];

// These tests keep no global state, so their files share workers and imported modules, which halves the time. The
// server's HTTP adapter replaces the global `Response`, so packages and servers have separate workers.
const packages = ["packages/**/*.test.{ts,tsx}", "apps/console/**/*.test.ts"];
const servers = [
  "packages/testing/**/*.test.ts",
  "apps/{reference-server,sample-integrations,sample-product}/**/*.test.ts",
];
const gallery = ["packages/components-react/gallery/**/*.test.ts"];
// Tests that use a browser, the repository's tools or global state, such as a tracer, the clock or the process's memory.
const alone = [
  "packages/**/{guarded-client.spans,statement-count,statement-rate,telemetry}.test.ts",
  "apps/sample-product/**/console.test.ts",
  "packages/testing/**/{oidc-provider,real-browser}.test.ts",
  "packages/cli/**/dev-page.test.ts",
  "apps/reference-server/**/{body-memory,hostile,public-endpoint-connect}.test.ts",
  "apps/{playground,sample-webhook-receiver}/**/*.test.ts",
  "{tests,scripts,benchmarks,docs}/**/*.test.ts",
];
// Share a server and a browser.
const console = ["apps/console/test/**/*.test.ts"];
const never = ["**/node_modules/**", "**/dist/**"];
// `pnpm test` leaves them out, `pnpm test:all` doesn't (docs/decisions/0023-slow-tests-run-at-night.md).
const slow = "**/*.nightly.test.ts";

export default defineConfig(({ mode }) => ({
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
      {
        extends: true,
        // The first test of a worker builds the console and starts the server.
        test: { name: "console", include: console, exclude: never, isolate: false, testTimeout: 400_000 },
      },
      { extends: true, test: { name: "alone", include: alone, exclude: never } },
    ],
    environment: "node",
    exclude: mode === "test" ? [slow] : [],
    tags: [
      {
        name: nightTag,
        description: "A slow test that `pnpm test` leaves out",
        ...(mode === "test" && { skip: true }),
      },
    ],
    // Most of what a server or the command line takes to start is to compile its sources: processes that tests start do so once.
    env: {
      NODE_COMPILE_CACHE: join(import.meta.dirname, "node_modules/.cache/compiled"),
      ...(mode !== "test" && { [nightVariable]: "yes" }),
    },
    globalSetup: ["tests/postgres/src/shared-server.ts"],
    reporters: [
      "default",
      ...(process.env["GITHUB_ACTIONS"] === "true" ? ["github-actions"] : []),
      createTestNoticesReporter(),
    ],
    // Tests allocate much that lives briefly. With the default of 16 MB for young objects, workers spend an eighth of their
    // CPU time collecting them.
    execArgv: ["--max-semi-space-size=32"],
    // Tests spend about half of their time waiting for databases, browsers and other processes.
    maxWorkers: availableParallelism() * 2,
    // A race in one test must not block an unrelated change. The report lists all repeated tests.
    retry: 1,
    // Long enough for busy machines.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
}));
