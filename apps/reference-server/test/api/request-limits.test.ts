import { limits, operations, problemSchema } from "@plugboard/api/contract";
import { beforeAll, describe, expect, it } from "vitest";
import { adminToken, setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

const manifestLines = `scopes: []
configurations:
  account:
    properties:
      known: { type: string, title: T, description: D. }`;

// Each of these requests once blocked or crashed the process. They are now rejected before their parts are
// checked, or after the first few. The tests don't measure time, but a request that hangs for 5 s fails.
describe("an excessive request", () => {
  const { server, errors, publish, install } = setUpServer();
  let installation = "";

  beforeAll(async () => {
    await publish("overwhelmed", undefined, manifestLines);
    installation = await install("overwhelmed");
  });

  const send = async ({ method, path }: (typeof operations)[keyof typeof operations], body: string) => {
    const url = `${server().urls.console}/v1${path.replace("{installationId}", installation)}`;
    const headers = { authorization: `Bearer ${adminToken}`, "content-type": "application/json" };
    const response = await fetch(url, { method, headers, body });
    const text = await response.text();
    return { status: response.status, length: text.length, problem: problemSchema.parse(JSON.parse(text)) };
  };
  const endpoint = (eventTypes: number): string =>
    `{"url":"https://hooks.example/","eventTypes":[${"1,".repeat(eventTypes - 1)}1]}`;
  const settings = (keys: number): string => {
    const pairs = Array.from({ length: keys }, (_item, index) => [index.toString(36), 1]);
    return JSON.stringify({ configuration: Object.fromEntries(pairs) });
  };
  const { createWebhookEndpoint, updateInstallation } = operations;

  it.each([
    ["2.6 million event types", createWebhookEndpoint, endpoint(2_600_000)],
    ["300,000 settings", updateInstallation, settings(300_000)],
  ])("with %s is rejected for its size", async (_what, operation, body) => {
    const { status, length, problem } = await send(operation, body);
    expect([status, problem.code]).toEqual([413, "payload_too_large"]);
    expect(length).toBeLessThan(500);
  });

  it("with as many wrong event types as fit is rejected for their number", async () => {
    const { status, length, problem } = await send(createWebhookEndpoint, endpoint(30_000));
    expect([status, problem.code, problem.problems]).toEqual([
      400,
      "invalid_request",
      [{ path: "eventTypes", message: `must have at most ${limits.endpointEventTypes} items` }],
    ]);
    expect(length).toBeLessThan(500);
  });

  it("with a hundred wrong parts names the first ones", async () => {
    const externalIds = Array.from({ length: limits.externalIds }, (_item, index) => index);
    const { status, problem } = await send(updateInstallation, JSON.stringify({ externalIds }));
    expect([status, problem.problems?.length]).toEqual([400, limits.problems]);
    expect(problem.detail).toContain("and 95 more");
  });

  it("with as many settings as fit is rejected for their number", async () => {
    const { status, length, problem } = await send(updateInstallation, settings(25_000));
    expect([status, problem.problems]).toEqual([
      400,
      [{ path: "configuration", message: `must have at most ${limits.mapKeys} keys` }],
    ]);
    expect(length).toBeLessThan(500);
  });

  it("with 200 unknown settings is rejected with the first problems", async () => {
    const { status, length, problem } = await send(updateInstallation, settings(limits.mapKeys));
    expect([status, problem.code, problem.problems?.length]).toEqual([
      422,
      "invalid_configuration",
      limits.problems,
    ]);
    expect(length).toBeLessThan(limits.problems * 2 * limits.problemLength);
  });

  it("with a setting that is nested too deeply is rejected", async () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    const { status, problem } = await send(updateInstallation, `{"configuration":{"deep":${deep}}}`);
    expect([status, problem.code]).toEqual([400, "invalid_request"]);
  });

  it("is not a server error", () => {
    expect(errors).toEqual([]);
  });
});
