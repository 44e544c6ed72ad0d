import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { listAuditEntries, listOrganizations } from "@plugboard/api/routes";
import { atNight } from "@plugboard/test-postgres";
import { describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { agentScopes, toolScopes } from "../agent-access/agent-resource.ts";
import { pathOf } from "../fixtures/set-up-server.fixture.ts";
import {
  agentDocument,
  clientId,
  otherClientId,
  redirectUri,
  setUpAgents,
  tokensSchema,
  urlSchema,
} from "../fixtures/set-up-agents.fixture.ts";

describe.each(["SQLite", ...atNight("PostgreSQL")] as const)("agents that people connect on %s", (kind) => {
  const { seeded, errors, origin, urlOf, ada, adaId, otherOrganization, installationId, ...agents } =
    setUpAgents(kind);
  const { decide, connect, obtainCode, exchange, post, list, agentsOf } = agents;

  it("sign in with the official client, and call tools", async () => {
    let authorizationUrl = "";
    let verifier = "";
    let saved: Awaited<ReturnType<OAuthClientProvider["tokens"]>>;
    let registered: Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>;
    const provider: OAuthClientProvider = {
      redirectUrl: redirectUri,
      clientMetadataUrl: clientId,
      clientMetadata: agentDocument,
      clientInformation: () => registered,
      saveClientInformation: (client) => {
        registered = client;
      },
      tokens: () => saved,
      saveTokens: (tokens) => {
        saved = tokens;
      },
      redirectToAuthorization: (url) => {
        authorizationUrl = url.href;
      },
      saveCodeVerifier: (code) => {
        verifier = code;
      },
      codeVerifier: () => verifier,
    };
    const transport = () => new StreamableHTTPClientTransport(new URL(urlOf()), { authProvider: provider });
    const newClient = () =>
      new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
    const first = transport();
    await expect(newClient().connect(first)).rejects.toThrow(UnauthorizedError);

    const page = new URL(urlSchema.parse((await ada().get(authorizationUrl)).body).url);
    expect([page.origin, page.pathname]).toEqual([origin(), "/connect-agent"]);
    const request = await ada().post("/auth/agents/requests/read", { oauth_query: page.search.slice(1) });
    expect(request.body).toEqual({
      client: { address: clientId, name: "Test agent" },
      redirectHosts: ["127.0.0.1", "agent.example.com"],
      organization: { id: seeded().organization, title: expect.any(String) },
      person: { email: "ada@example.com" },
      scopes: [...toolScopes, "offline_access"],
    });
    const consented = urlSchema.parse((await decide(ada(), page)).body);
    await first.finishAuth(new URL(consented.url).searchParams);

    const client = newClient();
    await client.connect(transport());
    onTestFinished(() => client.close());
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      "titles__rename",
      "titles__whoami",
    ]);
    expect(await client.callTool({ name: "titles__whoami", arguments: {} })).toMatchObject({
      structuredContent: { kind: "member", id: adaId() },
    });
    expect(saved?.access_token).toMatch(/^pba_/);
    const toolsOf = async (installation: string): Promise<number> => {
      const own = newClient();
      const url = new URL(`${urlOf()}/${installation}`);
      await own.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }));
      onTestFinished(() => own.close());
      return (await own.listTools()).tools.length;
    };
    expect([await toolsOf(installationId()), await toolsOf("ins_other")]).toEqual([2, 0]);
    const query = { organization: seeded().organization, resource: clientId };
    const log = (await ada().get(pathOf(listAuditEntries, { query }))).body;
    expect(log).toMatchObject({
      items: [
        { operation: "callTool", actor: { type: "member", id: adaId() }, address: "127.0.0.1" },
        {
          operation: "connectAgent",
          address: "127.0.0.1",
          actor: { type: "member", id: adaId() },
          request: { scopes: [...toolScopes, "offline_access"] },
        },
      ],
    });
    expect(errors).toEqual([]);
    saved = undefined;
    await expect(toolsOf(installationId())).rejects.toThrow(UnauthorizedError);
    expect(new URL(authorizationUrl).searchParams.get("resource")).toBe(urlOf());
  });

  it("find the authorization server from the endpoint", async () => {
    const { status, headers } = await fetch(urlOf(), { method: "POST", body: "{}" });
    const metadataUrl = `${origin()}/.well-known/oauth-protected-resource/mcp/${seeded().organization}`;
    expect([status, headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer resource_metadata="${metadataUrl}", scope="${toolScopes.join(" ")}"`,
    ]);
    expect(await (await fetch(metadataUrl)).json()).toEqual({
      resource: urlOf(),
      resource_name: "Plugboard",
      authorization_servers: [`${origin()}/auth`],
      scopes_supported: agentScopes,
      bearer_methods_supported: ["header"],
    });
    const server = await fetch(`${origin()}/.well-known/oauth-authorization-server/auth`);
    // Without proofs of possession, shared secrets and endpoints that agents can't use.
    expect(await server.json()).toEqual({
      issuer: `${origin()}/auth`,
      authorization_endpoint: `${origin()}/auth/oauth2/authorize`,
      token_endpoint: `${origin()}/auth/oauth2/token`,
      revocation_endpoint: `${origin()}/auth/oauth2/revoke`,
      scopes_supported: [...agentScopes, "offline_access"],
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
      token_endpoint_auth_signing_alg_values_supported: expect.arrayContaining(["ES256"]),
      revocation_endpoint_auth_methods_supported: ["none", "private_key_jwt"],
      revocation_endpoint_auth_signing_alg_values_supported: expect.arrayContaining(["ES256"]),
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  it.each(["%E2%82%AC", "x%22,%20realm=%22y", "x%0D%0Ay"])(
    "get no challenge from an organization with the ID %s",
    async (id) => {
      const { status, headers } = await fetch(urlOf(id), { method: "POST", body: "{}" });
      expect([status, headers.get("www-authenticate")]).toEqual([404, null]);
    },
  );

  it("get only the scopes that the person allows", async () => {
    const { access_token: token, scope } = await connect(ada(), {
      answer: { scope: "agent:tools:read offline_access" },
    });
    expect(scope).toBe("agent:tools:read offline_access");
    const text = await (await list(token)).text();
    expect(text).toContain("titles__whoami");
    expect(text).not.toContain("titles__rename");
    const params = { name: "titles__rename", arguments: {} };
    const writing = await post(token, { method: "tools/call", params });
    expect([writing.status, writing.headers.get("www-authenticate")]).toEqual([
      403,
      expect.stringMatching(/^Bearer error="insufficient_scope".*scope="agent:tools:read agent:tools:write/),
    ]);
    const { access_token: unscoped } = await connect(ada(), { answer: { scope: "offline_access" } });
    const refused = await list(unscoped);
    expect(refused.status).toBe(403);
    expect(refused.headers.get("www-authenticate")).toContain('error="insufficient_scope"');
  });

  it("can run in a browser on the person's computer, but not on other sites", async () => {
    const tokenUrl = `${origin()}/auth/oauth2/token`;
    const paths = [
      urlOf(),
      tokenUrl,
      `${origin()}/.well-known/oauth-protected-resource/mcp/${seeded().organization}`,
      `${origin()}/.well-known/oauth-authorization-server/auth`,
    ];
    const preflight = async (url: string, page: string) => {
      const { status, headers } = await fetch(url, {
        method: "OPTIONS",
        headers: {
          origin: page,
          "access-control-request-method": "POST",
          "access-control-request-headers": "authorization,mcp-protocol-version",
        },
      });
      return [
        status,
        headers.get("access-control-allow-origin"),
        headers.get("access-control-allow-credentials"),
      ];
    };
    const local = ["http://localhost:6274", "http://127.0.0.1:6274", "http://[::1]:6274"];
    const foreign = ["https://evil.example", "http://localhost.evil.example", "null"];
    for (const url of paths) {
      for (const page of local) expect(await preflight(url, page)).toEqual([204, page, null]);
      for (const page of foreign) expect(await preflight(url, page)).toEqual([204, null, null]);
    }
    const [page = ""] = local;
    const challenge = await fetch(urlOf(), { method: "POST", body: "{}", headers: { origin: page } });
    expect([challenge.status, challenge.headers.get("access-control-expose-headers")]).toEqual([
      401,
      expect.stringMatching(/www-authenticate/i),
    ]);
    const { code, code_verifier } = await obtainCode(ada());
    const exchanged = await exchange({ code, code_verifier }, { origin: page });
    const { access_token: token } = tokensSchema.parse(exchanged.body);
    const listFrom = async (from: string) =>
      (await post(token, { method: "tools/list" }, undefined, { origin: from })).status;
    expect([await listFrom(page), await listFrom("https://evil.example")]).toEqual([200, 403]);
  });

  it("can't use their tokens elsewhere", async () => {
    const { access_token: token } = await connect(ada());
    expect((await list(token)).status).toBe(200);
    const elsewhere = await list(token, otherOrganization());
    expect(elsewhere.status).toBe(401);
    expect(elsewhere.headers.get("www-authenticate")).toContain('error="invalid_token"');
    const api = await fetch(`${origin()}${pathOf(listOrganizations)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(api.status).toBe(401);
    expect((await list(`${token}x`)).status).toBe(401);
  });

  it("keep one consent for each organization", async () => {
    const first = await connect(ada());
    const second = await connect(ada(), { organizationId: otherOrganization() });
    expect((await list(first.access_token)).status).toBe(200);
    expect((await list(second.access_token, otherOrganization())).status).toBe(200);
    expect(await agentsOf(ada())).toHaveLength(2);
  });

  it("can't use confirmations that the person gave to another agent", async () => {
    const [asking, other] = [await connect(ada()), await connect(ada(), { client: otherClientId })];
    const name = "titles__rename";
    const rename = async (token: string, confirmed: object = {}) => {
      const meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": { elicitation: {} },
      };
      const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": name };
      const params = { name, arguments: {}, ...confirmed, _meta: meta };
      return await (await post(token, { method: "tools/call", params }, undefined, headers)).text();
    };
    const { requestState } = z
      .object({ result: z.object({ requestState: z.string() }) })
      .parse(JSON.parse(await rename(asking.access_token))).result;
    const confirmed = { requestState, inputResponses: { confirm: { action: "accept", content: {} } } };
    expect(await rename(other.access_token, confirmed)).toContain("for another call");
    expect(await rename(asking.access_token, confirmed)).toContain('"done":true');
  });
});
