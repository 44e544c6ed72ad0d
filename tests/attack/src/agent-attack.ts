import { once } from "node:events";
import { createServer as createHttpServer, type IncomingMessage } from "node:http";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import type { ScopeName } from "@plugboard/api";
import * as routes from "@plugboard/api/routes";
import { createIntegration, createTool } from "@plugboard/runtime";
import { serve } from "@plugboard/runtime/node";
import { generateSecret } from "@plugboard/webhook-signer";
import * as z from "zod";
import type { AttackReport } from "./attack-report.ts";
import type { Scene } from "./set-up-scene.ts";
import type { TargetResponse } from "./start-target.ts";

const scopes = ["agent:tools:read", "agent:tools:write"] as const;
const eventScopes = ["organization:events:read", "agent:events:read"] as const;
const manifestOf = (tool: object): string =>
  JSON.stringify({
    name: "tooled",
    title: "T",
    description: "D.",
    organization: "acme",
    visibility: "private",
    scopes: [...scopes, ...eventScopes],
    tools: [{ id: "write", title: "Write", description: "W.", writes: true, inputSchema, ...tool }],
  });
const inputSchema = { type: "object" };
const nested = (depth: number): object =>
  depth === 0 ? inputSchema : { ...inputSchema, properties: { a: nested(depth - 1) } };

/** Tools that could hide instructions, read other servers, or take very long to check. */
const hostileTools: Readonly<Record<string, object>> = {
  "a control character": { description: "Reads.\u0007" },
  "a direction override": { description: "Reads.\u202e" },
  "a tag character": { description: "Reads.\u{e0041}" },
  "a hidden character in a schema": { inputSchema: { ...inputSchema, description: "\u2066" } },
  "an external reference": {
    inputSchema: { ...inputSchema, properties: { a: { $ref: "https://evil.example" } } },
  },
  "a recursive reference": { inputSchema: { ...inputSchema, properties: { a: { $ref: "#" } } } },
  "a slow pattern": { inputSchema: { ...inputSchema, properties: { a: { pattern: "^(a+)+$" } } } },
  "a deep schema": { inputSchema: nested(500) },
  "a long schema": { inputSchema: { ...inputSchema, description: "x".repeat(100_000) } },
  "a schema of no object": { inputSchema: { type: "string" } },
};

type Expect = (what: string, isRefused: boolean, response: TargetResponse) => void;

const stateSchema = z.object({ result: z.object({ requestState: z.string() }) });
const name = "tooled__write";

/** Calls the MCP endpoint with foreign credentials, forged confirmations and hostile input. */
export async function attackAgents({ target, api, victim, attacker }: Scene): Promise<AttackReport> {
  const breaches: string[] = [];
  let cases = 0;
  let written = 0;
  const expect: Expect = (what, isRefused, { status, body }) => {
    cases += 1;
    if (status === 0 || status >= 500 || !isRefused)
      breaches.push(`${what}: ${status} ${body.slice(0, 200)}`);
  };
  const integration = createIntegration({
    tools: [
      createTool({
        id: "write",
        execute: () => {
          written += 1;
          return {};
        },
      }),
    ],
  });
  const signingSecret = generateSecret();
  const env = { PLUGBOARD_SIGNING_SECRET: signingSecret };
  const host = await serve(integration, { port: 0, hostname: "127.0.0.1", env });
  const publish = async (manifest: string) =>
    await target.send(`${target.consoleUrl}/v1/integrations/tooled`, {
      method: routes.publishIntegration.method,
      headers: { authorization: `Bearer ${target.adminToken}`, "content-type": "application/json" },
      body: JSON.stringify({ manifest, url: `http://127.0.0.1:${host.port}`, signingSecret }),
    });
  const organization = victim["organizationId"] ?? "";
  const createKey = async (organizationId: string, granted: readonly ScopeName[] = scopes) =>
    await api.call(routes.createApiKey, {
      params: { organizationId },
      body: { name: "Agent", scopes: [...granted] },
    });
  const post = async (
    token: string | undefined,
    message: object | string,
    headers: Readonly<Record<string, string>> = {},
    path = organization,
  ) =>
    await target.send(`${target.consoleUrl}/mcp/${path}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      body: typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
    });
  const write = async (token: string, params: object = {}) =>
    await post(
      token,
      {
        method: "tools/call",
        params: {
          name,
          arguments: {},
          ...params,
          _meta: {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { name: "attack", version: "1" },
            "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
          },
        },
      },
      { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name },
    );
  const list = { method: "tools/list" };
  try {
    const published = await publish(manifestOf({}));
    if (published.status >= 400) throw new Error(`tooled isn't published: ${published.body}`);
    const params = { integration: "tooled" };
    await api.call(routes.installIntegration, { params, body: { organization } });
    for (const [what, tool] of Object.entries(hostileTools)) {
      const response = await publish(manifestOf(tool));
      expect(`a tool with ${what}`, response.status >= 400, response);
    }

    const other = await api.call(routes.createOrganization, {
      body: { title: "Other", subdomain: "other-agents" },
    });
    const [own, second, foreign, revoked] = [
      await createKey(organization),
      await createKey(organization),
      await createKey(other.id),
      await createKey(organization),
    ];
    await api.call(routes.revokeApiKey, { params: { organizationId: organization, keyId: revoked.id } });
    const credentials = {
      nothing: undefined,
      "an empty token": "",
      "a made-up key": "pbk_made-up",
      "a made-up agent token": "pba_made-up",
      "a made-up session": "pbs_made-up",
      "a revoked key": revoked.token,
      "a key of another organization": foreign.token,
      "an installation's token": attacker.installationToken,
      "an integration's token": attacker.integrationToken,
      "a poll token": attacker.pollToken,
    };
    for (const [what, token] of Object.entries(credentials))
      for (const path of [organization, `${organization}/${victim["installationId"]}`])
        for (const message of [list, { method: "tools/call", params: { name, arguments: {} } }]) {
          const response = await post(token, message, {}, path);
          expect(what, [401, 403, 404].includes(response.status), response);
        }
    const fromPage = await post(own.token, list, { origin: "https://evil.example" });
    expect("a page of another site", fromPage.status === 403, fromPage);
    const rebound = await post(own.token, list, { host: "evil.example" });
    expect("another host name", rebound.status >= 400, rebound);

    const asked = await write(own.token);
    const { requestState } = stateSchema.parse(JSON.parse(asked.body)).result;
    const confirmed = { requestState, inputResponses: { confirm: { action: "accept", content: {} } } };
    const forgeries = {
      "an altered confirmation": write(own.token, { ...confirmed, requestState: `${requestState}x` }),
      "a made-up confirmation": write(own.token, { ...confirmed, requestState: "e30.e30" }),
      "a confirmation of other arguments": write(own.token, { ...confirmed, arguments: { a: 1 } }),
      "another caller's confirmation": write(second.token, confirmed),
    };
    for (const [what, response] of Object.entries(forgeries)) expect(what, written === 0, await response);
    const uses = await Promise.all(Array.from({ length: 8 }, () => write(own.token, confirmed)));
    for (const response of uses) expect("a confirmation used eight times", written === 1, response);

    const huge = await write(own.token, { arguments: { a: "x".repeat(10_000_000) } });
    // The server may close the connection before all of it is sent, and the response is then lost.
    if (huge.status !== 0) expect("10 MB of arguments", huge.status === 413, huge);
    const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":{"a":${"[".repeat(50_000)}${"]".repeat(50_000)}}}}`;
    expect("deep arguments", true, await post(own.token, deep));
    const batch = await post(own.token, JSON.stringify([list, list]));
    expect("a batch", batch.status === 400, batch);
    for (const strange of ["\0__x", "tooled\0__write", "../../v1", "x".repeat(100_000)])
      expect(
        "a strange name",
        true,
        await post(own.token, { method: "tools/call", params: { name: strange, arguments: {} } }),
      );
    await attackSubscriptions({
      api,
      organization,
      other: other.id,
      createKey,
      post,
      expect,
      reportBreach: (breach) => breaches.push(breach),
    });
    await requestPrivateDocuments(target, organization, expect);
  } finally {
    await host.close();
  }
  if (!target.isAlive()) breaches.push("the server has ended");
  return { name: "agents", cases, breaches };
}

const eventType = "raid.planned";
const summary = "A confidential raid was planned";
const eventName = `tooled__${eventType}`;
const subscribedSchema = z.object({ result: z.object({ id: z.string(), cursor: z.string() }) });
const codeSchema = z.object({ error: z.object({ code: z.number() }) });
const notFoundCode = -32_023;
const forbiddenCode = -32_024;

interface SubscriptionAttack extends Pick<Scene, "api"> {
  readonly organization: string;
  readonly other: string;
  readonly createKey: (
    organizationId: string,
    granted: readonly ScopeName[],
  ) => Promise<{ readonly token: string }>;
  readonly post: (
    token: string,
    message: object,
    headers: Readonly<Record<string, string>>,
    path: string,
  ) => Promise<TargetResponse>;
  readonly expect: Expect;
  readonly reportBreach: (breach: string) => void;
}

/** Reads, takes over and ends an agent's subscription with the keys of others. */
async function attackSubscriptions(attack: SubscriptionAttack): Promise<void> {
  const { api, organization, other, createKey, post, expect, reportBreach } = attack;
  const callback = await startCallback();
  const events = async (token: string, method: string, sent: object, path: string) => {
    const meta = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "attack", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {
        extensions: { "io.modelcontextprotocol/events": {} },
      },
    };
    const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": method };
    return await post(token, { method, params: { ...sent, _meta: meta } }, headers, path);
  };
  try {
    const params = { organizationId: organization };
    await api.call(routes.createCustomEventType, { params, body: { type: eventType, summary } });
    const own = await createKey(organization, [...scopes, "agent:events:read"]);
    const named = { name: eventName, arguments: {} };
    const secret = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
    const subscription = { ...named, delivery: { mode: "webhook", url: callback.url, secret } };
    const subscribed = await events(own.token, "events/subscribe", subscription, organization);
    const { id, cursor } = subscribedSchema.parse(JSON.parse(subscribed.body)).result;
    const calls = {
      "events/list": {},
      "events/poll": { ...named, cursor },
      "events/subscribe": { ...subscription, cursor },
      "events/unsubscribe": { ...named, delivery: { url: callback.url } },
    };
    const foreign = await createKey(other, [...scopes, "agent:events:read"]);
    const second = await createKey(organization, [...scopes, "agent:events:read"]);
    const without = await createKey(organization, scopes);
    const isSilent = ({ body }: TargetResponse) => !body.includes(summary) && !body.includes(id);
    const codeOf = ({ body }: TargetResponse) => codeSchema.safeParse(JSON.parse(body)).data?.error.code;
    for (const [method, sent] of Object.entries(calls)) {
      const there = await events(foreign.token, method, sent, organization);
      expect(`${method} in another organization`, there.status === 404 && isSilent(there), there);
      const here = await events(foreign.token, method, sent, other);
      // Listing is allowed, and unsubscribing succeeds whether or not there is a subscription.
      const isAllowed = method === "events/list" || method === "events/unsubscribe";
      const expected = isAllowed ? undefined : notFoundCode;
      const isRefused = codeOf(here) === expected && isSilent(here);
      expect(`${method} of another organization's event`, isRefused, here);
      const unscoped = await events(without.token, method, sent, organization);
      expect(
        `${method} without its scope`,
        codeOf(unscoped) === forbiddenCode && isSilent(unscoped),
        unscoped,
      );
    }
    const ended = await events(second.token, "events/unsubscribe", calls["events/unsubscribe"], organization);
    expect("another caller's subscription", isSilent(ended), ended);
    if (callback.challenges() !== 1) reportBreach(`a callback got ${callback.challenges()} challenges`);
    await api.call(routes.emitCustomEvents, {
      params,
      body: { events: [{ type: eventType, data: {} }] },
    });
    for (let waited = 0; callback.received.length === 0 && waited < 300; waited += 1) await delay(100);
    if (callback.received.join() !== id)
      reportBreach(`the event was sent to [${callback.received.join()}] instead of ${id}`);
  } finally {
    callback.close();
  }
}

/** Starts a callback that answers challenges, and notes the subscription of each event. */
async function startCallback(): Promise<{
  readonly url: string;
  readonly received: readonly string[];
  readonly challenges: () => number;
  readonly close: () => void;
}> {
  const received: string[] = [];
  let challenges = 0;
  const answer = async (request: IncomingMessage): Promise<string> => {
    const { challenge } = z
      .object({ challenge: z.string().optional() })
      .parse(JSON.parse(await text(request)));
    if (challenge === undefined) received.push(String(request.headers["x-mcp-subscription-id"]));
    else challenges += 1;
    return JSON.stringify({ challenge });
  };
  const server = createHttpServer((request, response) => {
    void answer(request).then(
      (body) => response.end(body),
      () => response.writeHead(400).end(),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  // The server listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/events`,
    received,
    challenges: () => challenges,
    close: () => void server.close(),
  };
}

/** Names private addresses as an agent's document. The server must not connect to them. */
async function requestPrivateDocuments(
  target: Scene["target"],
  organization: string,
  expect: Expect,
): Promise<void> {
  let connections = 0;
  const listener = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  // The server listens on a port, not on a pipe.
  const { port } = listener.address() as AddressInfo;
  for (const address of ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "0x7f.1"]) {
    const query = new URLSearchParams({
      response_type: "code",
      client_id: `https://${address}:${port}/client.json`,
      redirect_uri: "https://evil.example/callback",
      resource: `${target.consoleUrl}/mcp/${organization}`,
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
    });
    const response = await target.send(`${target.consoleUrl}/auth/oauth2/authorize?${query.toString()}`);
    const redirect = String(response.headers["location"] ?? "");
    expect(
      `a document at ${address}`,
      connections === 0 && !redirect.startsWith("https://evil.example"),
      response,
    );
  }
  listener.close();
}
