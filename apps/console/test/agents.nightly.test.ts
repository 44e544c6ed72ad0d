import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createCustomEventType,
  listAgentSubscriptions,
  requestSupportAccess,
  subscribeAgent,
} from "@plugboard/api/routes";
import { createIntegration, createTool } from "@plugboard/runtime";
import { launchBrowser } from "@plugboard/test-browser";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildConsole } from "../../playground/src/build-pages.ts";
import { startEventReceiver } from "../../reference-server/src/fixtures/event-receiver.fixture.ts";
import { setUpServer } from "../../reference-server/src/fixtures/set-up-server.fixture.ts";

const lines = `scopes: [agent:tools:read, agent:tools:write, agent:events:read, organization:events:read]
tools: [{ id: whoami, title: Who am I, description: Returns the caller., inputSchema: { type: object } }]`;
const integration = createIntegration({
  tools: [createTool({ id: "whoami", execute: (_input, { caller }) => ({ kind: caller.kind }) })],
});

const clientId = "https://agent.example.com/client.json";
const document = {
  client_id: clientId,
  client_name: "Test agent",
  redirect_uris: ["http://127.0.0.1/callback", "https://agent.example.com/callback"],
  token_endpoint_auth_method: "none",
};
// The challenge of RFC 7636, appendix B.
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const account = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };

describe("an agent", () => {
  const { server, seeded, publish, install, succeed } = setUpServer(
    "SQLite",
    {},
    { clientMetadata: { fetch: async () => Response.json(document), close: async () => {} } },
  );
  // The agent's own page, to which people return.
  const agent = createServer((_request, response) => {
    response.setHeader("content-type", "text/html").end("<h1>Connected</h1>");
  });
  let browser: Browser;
  let redirectUri = "";
  const origin = () => server().urls.console;
  const authorizationUrl = (scope = "agent:tools:read agent:tools:write") => {
    const query = new URLSearchParams({
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      scope,
      state: "state",
      resource: `${origin()}/mcp/${seeded().organization}`,
      code_challenge: challenge,
      code_challenge_method: "S256",
    });
    return `${origin()}/auth/oauth2/authorize?${query.toString()}`;
  };
  const open = async (url: string): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(url);
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password").fill(account.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    return page;
  };
  const callTool = async (token: string) =>
    await fetch(`${origin()}/mcp/${seeded().organization}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${token}`,
      },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "titles__whoami", arguments: {} },
      }),
    });

  beforeAll(async () => {
    await buildConsole();
    await publish("titles", integration, lines);
    await install("titles");
    agent.listen(0, "127.0.0.1");
    await once(agent, "listening");
    // The server listens on a port, not on a pipe.
    const { port } = agent.address() as AddressInfo;
    redirectUri = `http://127.0.0.1:${port}/callback`;
    await fetch(`${origin()}/auth/first-owner`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: origin() },
      body: JSON.stringify({ token: server().firstOwnerUrl?.split("#")[1], ...account }),
    });
    browser = await launchBrowser();
  }, 400_000);
  afterAll(async () => {
    await browser.close();
    agent.close();
  });

  it.each([
    {
      what: "deliveries",
      granted: ["organization:deliveries:read", "organization:deliveries:write"],
      refused: { scope: "organization:bodies:read", label: "Read the contents of deliveries" },
    },
    {
      what: "pages",
      granted: ["space:content:read"],
      refused: { scope: "space:content:write", label: "Write drafts of pages" },
    },
  ])(
    "is connected for $what with the scopes that the user leaves checked",
    async ({ what, granted, refused: { scope, label } }) => {
      const page = await open(authorizationUrl([...granted, scope].join(" ")));
      await page.getByText(`It can read the ${what} of Acme`).waitFor();
      await page.getByLabel(label).uncheck();
      const request = page.waitForRequest((each) => each.url().endsWith("/oauth2/consent"));
      await page.getByRole("button", { name: "Connect" }).click();
      const kept = [...granted, "offline_access"].join(" ");
      expect((await request).postDataJSON()).toMatchObject({ accept: true, scope: kept });
      await page.getByRole("heading", { name: "Connected" }).waitFor();
    },
  );

  it("is connected on a page that asks to sign in, and names the agent and its addresses", async () => {
    const page = await open(authorizationUrl());
    await page.getByRole("heading", { name: "Connect Test agent?" }).waitFor();
    const shown = await page.getByRole("main").innerText();
    for (const text of [clientId, "127.0.0.1", "agent.example.com", "Acme"]) expect(shown).toContain(text);
    await page.getByRole("button", { name: "Deny" }).click();
    await page.waitForURL(/\/callback\?error=access_denied/);

    await page.goto(authorizationUrl());
    await page.getByLabel("Use tools that change data").uncheck();
    await page.getByRole("button", { name: "Connect" }).click();
    await page.getByRole("heading", { name: "Connected" }).waitFor();
    const { searchParams } = new URL(page.url());
    expect(searchParams.get("state")).toBe("state");
    const response = await fetch(`${origin()}/auth/oauth2/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: clientId,
        redirect_uri: redirectUri,
        code: searchParams.get("code") ?? "",
        code_verifier: verifier,
      }),
    });
    const tokens: unknown = await response.json();
    expect(tokens).toMatchObject({
      scope: "agent:tools:read offline_access",
      access_token: expect.any(String),
    });
    const token = String(Reflect.get(Object(tokens), "access_token"));
    expect(await (await callTool(token)).text()).toContain('"kind":"member"');

    await page.goto(`${origin()}/members`);
    await page.getByRole("region", { name: "Agents" }).getByText("Test agent").waitFor();
    await page.goto(`${origin()}/account`);
    const agents = page.getByRole("region", { name: "Agents" });
    await agents.getByText(`${origin()}/mcp/${seeded().organization}`, { exact: true }).waitFor();
    await agents.getByText("Test agent").waitFor();
    await agents.getByRole("button", { name: "Disconnect" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
    await agents.getByText("Test agent").waitFor({ state: "detached" });
    expect((await callTool(token)).status).toBe(401);
  });

  it("loses a subscription that a manager ends", async () => {
    const params = { organizationId: seeded().organization };
    await succeed(requestSupportAccess, { params, body: { reason: "They asked for it." } });
    const type = `invoice.paid${Date.now()}`;
    await succeed(createCustomEventType, {
      params,
      body: { type, summary: "An invoice was paid in full", schema: { type: "object" } },
    });
    const { url, secret } = await startEventReceiver();
    await succeed(subscribeAgent, {
      params,
      body: { name: `titles__${type}`, arguments: {}, url, secret },
    });
    const page = await open(`${origin()}/members`);
    const subscriptions = page.getByRole("region", { name: "Agent subscriptions" });
    await subscriptions.getByText(`titles__${type}`).waitFor();
    await subscriptions.getByText(/sent to 127\.0\.0\.1/).waitFor();
    await subscriptions.getByRole("button", { name: "End" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "End subscription" }).click();
    await subscriptions.getByText("No agent is subscribed to events of this organization.").waitFor();
    expect(await succeed(listAgentSubscriptions, { params })).toEqual({ items: [] });
  });

  it("isn't connected by a changed address", async () => {
    const forged = new URLSearchParams({ client_id: clientId, sig: "forged" });
    const page = await open(`${origin()}/connect-agent?${forged.toString()}`);
    await page.getByRole("heading", { name: "The agent can’t be connected" }).waitFor();
    expect(await page.getByRole("button", { name: "Connect", exact: true }).count()).toBe(0);
  });
});
