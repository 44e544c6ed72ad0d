import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createApiKey } from "@plugboard/api/routes";
import { createIntegration, createTool, IntegrationError } from "@plugboard/runtime";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { setUpServer } from "../../../apps/reference-server/src/fixtures/set-up-server.fixture.ts";
import { fixtureIntegration, serveFixtureTools } from "./serve-fixture-tools.ts";

const suiteFolder = dirname(
  createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json"),
);
const suite = join(suiteFolder, "dist/index.js");

const lines = `scopes: [agent:tools:read, agent:tools:write]
tools:
  - { id: test_simple_text, title: Text, description: Returns a text., inputSchema: { type: object } }
  - { id: test_error_handling, title: Error, description: Always fails., inputSchema: { type: object } }
  - { id: test_missing_capability, title: Asks, description: Asks first., writes: true, inputSchema: { type: object } }
  - { id: test_input_required_result_elicitation, title: Asks, description: Asks first., writes: true, inputSchema: { type: object } }
  - { id: test_input_required_result_tampered_state, title: Asks, description: Asks first., writes: true, inputSchema: { type: object } }
  - { id: test_input_required_result_capabilities, title: Asks, description: Asks first., writes: true, inputSchema: { type: object } }`;
const integration = createIntegration({
  tools: [
    createTool({
      id: "test_simple_text",
      execute: () => ({ text: "This is a simple text response for testing." }),
    }),
    createTool({
      id: "test_error_handling",
      execute: () => {
        throw new IntegrationError("This tool intentionally returns an error for testing", 400);
      },
    }),
    ...[
      "test_missing_capability",
      "test_input_required_result_elicitation",
      "test_input_required_result_tampered_state",
      "test_input_required_result_capabilities",
    ].map((id) => createTool({ id, execute: () => ({ done: true }) })),
  ],
});

/** Runs the suite, and returns its report. */
async function runSuite(args: readonly string[], cwd: string): Promise<string> {
  return await new Promise((resolve) => {
    execFile(process.execPath, [suite, ...args], { cwd, maxBuffer: 2 ** 26 }, (_error, stdout, stderr) =>
      resolve(`${stdout}\n${stderr}`),
    );
  });
}

describe("the official conformance suite", () => {
  const { server, seeded, succeed, publish, install } = setUpServer("SQLite");
  let token = "";

  beforeAll(async () => {
    await publish(fixtureIntegration, integration, lines);
    await install(fixtureIntegration);
    const params = { organizationId: seeded().organization };
    const key = await succeed(createApiKey, { params, body: { name: "Suite", role: "editor" } });
    token = z.object({ token: z.string() }).parse(key).token;
  });

  it("passes for protocol 2026-07-28, except for the listed scenarios", async () => {
    const { url, close } = await serveFixtureTools(
      `${server().urls.console}/mcp/${seeded().organization}`,
      token,
    );
    onTestFinished(close);
    const folder = await mkdtemp(join(tmpdir(), "conformance-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const expected = join(import.meta.dirname, "expected-failures.yml");
    const options = ["--url", url, "--requirements", "2026-07-28", "--expected-failures", expected];
    const report = await runSuite(["server", ...options], folder);
    expect(report).toContain("tools-list: 4 passed, 0 failed");
    expect(report).not.toContain("Unexpected failures");
    expect(report).not.toContain("Stale baseline entries");
  });
});
