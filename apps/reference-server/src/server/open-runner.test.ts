import { listSpaces } from "@plugboard/content/routes";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { hashOfBundle } from "@plugboard/api";
import type { IntegrationRunner } from "@plugboard/platform";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openRunner, type RunnerTargets } from "./open-runner.ts";

// Runs real scripts next to a loopback server, which stands in for this server, its metrics and other local
// programs.

let local: Server;
let port: number;
beforeAll(async () => {
  local = createServer((request, response) => {
    if (request.url === "/v1/redirect") response.writeHead(302, { location: "/metrics" }).end();
    else response.end("reached");
  });
  await new Promise<void>((resolve) => local.listen(0, "127.0.0.1", resolve));
  ({ port } = local.address() as AddressInfo); // A TCP server has a port.
});
afterAll(() => {
  local.closeAllConnections();
  local.close();
});

const module = new TextEncoder().encode(`export default {
  async fetch(request) {
    return new Response(await fetch(await request.text()).then((response) => response.text(), String));
  },
};`);

/** Opens the runner of a development server. Returns a function that fetches URLs from a script. */
async function openScript(targets: Partial<RunnerTargets> = {}): Promise<(url: string) => Promise<string>> {
  const origin = `http://127.0.0.1:${port}`;
  const urls = { api: `${origin}/v1`, console: origin, public: `http://localhost:${port}` };
  const runner: IntegrationRunner = await openRunner(
    urls,
    {
      integrationNetworks: ["127.0.0.0/8", "::1/128"],
      scriptTargets: [],
      scriptMemoryBytes: 2 ** 30,
      ...targets,
    },
    () => {},
  );
  onTestFinished(() => runner.close());
  const script = { hash: await hashOfBundle({ module }), load: async () => ({ module }) };
  const target = {
    name: "prober",
    version: 1,
    organization: "org_1",
    script,
    signingSecrets: ["whsec_dGVzdA=="],
  };
  return async (url) => {
    const envelope = { contentType: "text/plain", body: new TextEncoder().encode(url) };
    const options = { timeoutMilliseconds: 20_000, maxResponseBytes: 65_536 };
    const { result, response } = await runner.dispatch(target, envelope, options);
    return new TextDecoder().decode(response?.body) || String(result.errorMessage ?? result.status);
  };
}

test("lets a script of a development server reach the API and nothing else on loopback", async () => {
  const read = await openScript();
  expect(await read(`http://127.0.0.1:${port}/v1${listSpaces.path}`)).toBe("reached");
  const refused = [
    `http://127.0.0.1:${port}/metrics`,
    `http://127.0.0.1:${port}/healthz`,
    `http://127.0.0.1:${port}/v1/../metrics`,
    `http://127.0.0.1:${port}/v1/%2e%2e/metrics`,
    `http://127.0.0.1:${port}/v1/redirect`,
    `http://localhost:${port}/metrics`,
    `http://2130706433:${port}/metrics`,
    `http://0177.0.0.1:${port}/metrics`,
    `http://[::ffff:127.0.0.1]:${port}/metrics`,
    `http://[::1]:${port}/metrics`,
    `http://0.0.0.0:${port}/metrics`,
  ];
  for (const url of refused)
    expect([url, await read(url)]).toEqual([url, expect.stringContaining("blocked_address")]);
});

test("lets a script reach the operator's exceptions", async () => {
  const read = await openScript({ scriptTargets: [`localhost:${port}`] });
  expect(await read(`http://localhost:${port}/anything`)).toBe("reached");
  expect(await read(`http://127.0.0.1:${port}/metrics`)).toContain("blocked_address");
});
