import { createApiClient } from "@plugboard/api/client";
import * as routes from "@plugboard/api/routes";
import { createIntegration, createTool } from "@plugboard/runtime";
import { serve } from "@plugboard/runtime/node";
import { generateSecret } from "@plugboard/webhook-signer";
import type { BenchTable } from "./bench-table.ts";
import { pairedRatio } from "./paired-ratio.ts";
import { quantile } from "./quantile.ts";
import { adminToken, startServerProcess } from "./server-process.ts";

const rounds = 5;
/** A caller can call a tool 120 times a minute, so each round has its own. */
const callsOfARound = 110;
const warmUpCalls = 10;

const manifest = JSON.stringify({
  name: "bench-tools",
  title: "Benchmark",
  description: "Counts.",
  organization: "acme",
  visibility: "private",
  scopes: ["agent:tools:read"],
  tools: [
    {
      id: "count",
      title: "Count",
      description: "Counts.",
      inputSchema: { type: "object", properties: { from: { type: "number" } }, required: ["from"] },
      outputSchema: { type: "object", properties: { count: { type: "number" } }, required: ["count"] },
    },
  ],
});

const integration = createIntegration({
  tools: [createTool({ id: "count", execute: ({ from }) => ({ count: Number(from) + 1 }) })],
  components: [
    {
      componentId: "count",
      render: async ({ props }) => ({
        type: "element",
        state: {},
        props,
        element: {
          type: "block",
          children: [{ type: "text", children: [String(Number(props["from"]) + 1)] }],
        },
      }),
    },
  ],
});

/** Compares calls of a tool over MCP with renderings of a component of the same integration over the HTTP API. */
export async function run(): Promise<BenchTable> {
  const signingSecret = generateSecret();
  const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
  const host = await serve(integration, { port: 0, hostname: "127.0.0.1", env });
  const server = await startServerProcess();
  try {
    const { consoleUrl } = server;
    const api = createApiClient({ endpoint: `${consoleUrl}/v1`, token: adminToken });
    const params = { integration: "bench-tools" };
    const url = `http://127.0.0.1:${host.port}`;
    await api.call(routes.publishIntegration, { params, body: { manifest, url, signingSecret } });
    const [organization] = (await api.call(routes.listOrganizations)).items;
    const organizationId = organization?.id ?? "";
    const installed = await api.call(routes.installIntegration, {
      params,
      body: { organization: organizationId },
    });
    const ofTools: number[] = [];
    const ofRenderings: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const { token } = await api.call(routes.createApiKey, {
        params: { organizationId },
        body: { name: `Round ${round}`, role: "owner" },
      });
      const render = async (from: number): Promise<void> => {
        const path = `/v1/installations/${installed.id}/components/count/render`;
        await send(`${consoleUrl}${path}`, token, {
          props: { from },
          context: { type: "document", theme: "light" },
        });
      };
      const call = async (from: number): Promise<void> => {
        const headers = {
          "mcp-protocol-version": "2026-07-28",
          "mcp-method": "tools/call",
          "mcp-name": "bench-tools__count",
        };
        const message = {
          jsonrpc: "2.0",
          id: from,
          method: "tools/call",
          params: { name: "bench-tools__count", arguments: { from }, _meta: meta },
        };
        const body = await send(`${consoleUrl}/mcp/${organizationId}`, token, message, headers);
        if (!body.includes(`"count":${from + 1}`)) throw new Error(`the tool returned ${body}`);
      };
      const [tools, renderings]: [number[], number[]] = [[], []];
      for (let index = 0; index < callsOfARound; index += 1) {
        const inOrder = [
          [renderings, render],
          [tools, call],
        ] as const;
        for (const [times, contender] of index % 2 === 0 ? inOrder : inOrder.toReversed()) {
          const start = performance.now();
          await contender(index);
          if (index >= warmUpCalls) times.push(performance.now() - start);
        }
      }
      ofTools.push(quantile(tools, 0.95));
      ofRenderings.push(quantile(renderings, 0.95));
    }
    return {
      title: "A tool called over MCP, one call at a time",
      rows: [
        {
          name: "`ui_render` over the HTTP API, p95",
          value: quantile(ofRenderings, 0.5),
          unit: "ms",
          ratio: 1,
        },
        {
          name: "the tool, p95",
          value: quantile(ofTools, 0.5),
          unit: "ms",
          ratio: pairedRatio(ofTools, ofRenderings),
          bar: { relation: "≤", limit: 1.3 },
        },
      ],
    };
  } finally {
    await server.stop();
    await host.close();
  }
}

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "benchmark", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

async function send(
  url: string,
  token: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url} responded with ${response.status}: ${text}`);
  return text;
}
