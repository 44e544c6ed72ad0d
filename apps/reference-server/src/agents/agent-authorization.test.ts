import { createHash, randomBytes } from "node:crypto";
import {
  Client,
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import {
  createInvitation,
  createOrganization,
  getSession,
  listAuditEntries,
  listOrganizations,
  removeMember,
  requestSupportAccess,
  updateMember,
} from "@plugboard/api/routes";
import { createIntegration, createTool } from "@plugboard/runtime";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import * as z from "zod";
import { type AccountClient, createAccountClient } from "../fixtures/account-client.fixture.ts";
import { pathOf, setUpServer } from "../fixtures/set-up-server.fixture.ts";
import { readNetwork } from "../http/client-address.ts";

const lines = `scopes: [agent:tools:read, agent:tools:write]
tools:
  - { id: whoami, title: Who am I, description: Returns the caller., inputSchema: { type: object } }
  - { id: rename, title: Rename, description: Renames a page., writes: true, inputSchema: { type: object } }`;
const integration = createIntegration({
  tools: [
    createTool({ id: "whoami", execute: (_input, { caller }) => ({ kind: caller.kind, id: caller.id }) }),
    createTool({ id: "rename", execute: () => ({ done: true }) }),
  ],
});

const clientId = "https://agent.example.com/client.json";
const otherClientId = "https://agent.example.com/other.json";
const redirectUri = "http://127.0.0.1:9/callback";
const document = {
  client_id: clientId,
  client_name: "Test\u202e agent",
  redirect_uris: [redirectUri, "https://agent.example.com/callback"],
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code"],
  token_endpoint_auth_method: "none",
};

const idSchema = z.object({ id: z.string() });
const urlSchema = z.object({ url: z.string() });
const tokensSchema = z.object({ access_token: z.string(), refresh_token: z.string(), scope: z.string() });
const personSchema = z.object({ person: idSchema });
const agentsSchema = z.object({ items: z.array(z.looseObject({ id: z.string() })) });
const allScopes = "agent:tools:read agent:tools:write offline_access";

describe.each(["SQLite", "PostgreSQL"] as const)("agents that people connect on %s", (kind) => {
  const fetched: string[] = [];
  const { server, seeded, succeed, publish, install, errors } = setUpServer(
    kind,
    { trustedProxies: [readNetwork("127.0.0.0/8")].filter((network) => network !== undefined) },
    {
      clientMetadata: {
        fetch: async (input) => {
          const { url } = new Request(input);
          fetched.push(url);
          return url === clientId || url === otherClientId
            ? Response.json({ ...document, client_id: url })
            : new Response(null, { status: 404 });
        },
        close: async () => {},
      },
    },
  );
  let ada: AccountClient;
  let adaId = "";
  let otherOrganization = "";
  let installationId = "";
  let requests = 0;
  // Each request has its own address, so that rate limits don't interfere.
  const ownAddress = () => {
    requests += 1;
    return { "x-forwarded-for": `192.0.2.${requests}` };
  };
  const origin = () => server().urls.console;
  const urlOf = (organizationId = seeded().organization) => `${origin()}/mcp/${organizationId}`;

  /** Requests access like a browser. Returns the redirect target. */
  const authorize = async (
    person: AccountClient,
    changes: Readonly<Record<string, string | undefined>> = {},
  ) => {
    const verifier = randomBytes(32).toString("base64url");
    const query = {
      response_type: "code",
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: allScopes,
      state: "state",
      resource: urlOf(),
      code_challenge: createHash("sha256").update(verifier).digest("base64url"),
      code_challenge_method: "S256",
      ...changes,
    };
    const params = new URLSearchParams(
      Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
    );
    const { status, body } = await person.get(`/auth/oauth2/authorize?${params.toString()}`, ownAddress());
    // Programs get the redirect as JSON.
    const url = urlSchema.safeParse(body).data?.url;
    return { status, location: URL.parse(url ?? ""), body, verifier };
  };
  const decide = async (person: AccountClient, page: URL | null, answer: object = { accept: true }) =>
    await person.post("/auth/oauth2/consent", { ...answer, oauth_query: page?.search.slice(1) ?? "" });
  const exchange = async (changes: Readonly<Record<string, string>>) => {
    const response = await fetch(`${origin()}/auth/oauth2/token`, {
      method: "POST",
      headers: ownAddress(),
      body: new URLSearchParams({
        grant_type: "authorization_code",
        client_id: clientId,
        redirect_uri: redirectUri,
        resource: urlOf(),
        ...changes,
      }),
    });
    const body: unknown = await response.json();
    return { status: response.status, body };
  };
  /** Connects the agent for a person, and returns its tokens. */
  const connect = async (
    person: AccountClient,
    { organizationId = seeded().organization, answer = {}, client = clientId } = {},
  ) => {
    const resource = urlOf(organizationId);
    const request = { client_id: client, resource };
    const { location, verifier } = await authorize(person, { ...request, prompt: "consent" });
    const { body } = await decide(person, location, { accept: true, ...answer });
    const code = new URL(urlSchema.parse(body).url).searchParams.get("code") ?? "";
    return tokensSchema.parse((await exchange({ ...request, code, code_verifier: verifier })).body);
  };
  const refresh = async (token: string) =>
    await exchange({ grant_type: "refresh_token", refresh_token: token });
  const post = async (token: string, message: object, organizationId?: string, headers: object = {}) =>
    await fetch(urlOf(organizationId), {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        authorization: `Bearer ${token}`,
        ...headers,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }),
    });
  const list = async (token: string, organizationId?: string) =>
    await post(token, { method: "tools/list" }, organizationId);
  // Different in each attempt of a test.
  const newEmail = () => `${randomBytes(6).toString("hex")}@example.com`;
  const invite = async (organizationId: string, email: string, person: AccountClient, account: object) => {
    const params = { organizationId };
    await succeed(requestSupportAccess, { params, body: { reason: "They asked for it." } });
    const invitation = await succeed(createInvitation, { params, body: { email, role: "editor" } });
    const { token } = z.object({ token: z.string() }).parse(invitation);
    expect(await person.post("/auth/invitations/accept", { token, ...account })).toMatchObject({
      status: 200,
    });
  };
  const idOf = async (person: AccountClient) =>
    personSchema.parse((await person.get(pathOf(getSession))).body).person.id;

  beforeAll(async () => {
    await publish("titles", integration, lines);
    installationId = await install("titles");
    ada = createAccountClient(origin());
    const token = server().firstOwnerUrl?.split("#")[1] ?? "";
    const account = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };
    await ada.post("/auth/first-owner", { token, ...account });
    adaId = await idOf(ada);
    const newOrganization = await succeed(createOrganization, {
      body: { title: "Other", subdomain: "other" },
    });
    otherOrganization = idSchema.parse(newOrganization).id;
    await invite(otherOrganization, account.email, ada, {});
  });

  it("sign in with the official client, and call tools", async () => {
    let authorizationUrl = "";
    let verifier = "";
    let saved: Awaited<ReturnType<OAuthClientProvider["tokens"]>>;
    let registered: Awaited<ReturnType<OAuthClientProvider["clientInformation"]>>;
    const provider: OAuthClientProvider = {
      redirectUrl: redirectUri,
      clientMetadataUrl: clientId,
      clientMetadata: document,
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

    const page = new URL(urlSchema.parse((await ada.get(authorizationUrl)).body).url);
    expect([page.origin, page.pathname]).toEqual([origin(), "/connect-agent"]);
    const request = await ada.post("/auth/agents/requests/read", { oauth_query: page.search.slice(1) });
    expect(request.body).toEqual({
      client: { id: clientId, name: "Test agent" },
      redirectHosts: ["127.0.0.1", "agent.example.com"],
      organization: { id: seeded().organization, title: expect.any(String) },
      person: { email: "ada@example.com" },
      scopes: ["agent:tools:read", "agent:tools:write", "offline_access"],
    });
    const consented = urlSchema.parse((await decide(ada, page)).body);
    await first.finishAuth(new URL(consented.url).searchParams);

    const client = newClient();
    await client.connect(transport());
    onTestFinished(() => client.close());
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      "titles__rename",
      "titles__whoami",
    ]);
    expect(await client.callTool({ name: "titles__whoami", arguments: {} })).toMatchObject({
      structuredContent: { kind: "member", id: adaId },
    });
    expect(saved?.access_token).toMatch(/^pba_/);
    const toolsOf = async (installation: string): Promise<number> => {
      const own = newClient();
      const url = new URL(`${urlOf()}/${installation}`);
      await own.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }));
      onTestFinished(() => own.close());
      return (await own.listTools()).tools.length;
    };
    expect([await toolsOf(installationId), await toolsOf("ins_other")]).toEqual([2, 0]);
    const query = { organization: seeded().organization, resource: clientId };
    const log = (await ada.get(pathOf(listAuditEntries, { query }))).body;
    expect(log).toMatchObject({
      items: [
        { operation: "callTool", actor: { type: "member", id: adaId }, address: "127.0.0.1" },
        {
          operation: "connectAgent",
          address: "127.0.0.1",
          actor: { type: "member", id: adaId },
          request: { scopes: ["agent:tools:read", "agent:tools:write", "offline_access"] },
        },
      ],
    });
    expect(errors).toEqual([]);
    saved = undefined;
    await expect(toolsOf(installationId)).rejects.toThrow(UnauthorizedError);
    expect(new URL(authorizationUrl).searchParams.get("resource")).toBe(urlOf());
  });

  it("find the authorization server from the endpoint", async () => {
    const { status, headers } = await fetch(urlOf(), { method: "POST", body: "{}" });
    const metadataUrl = `${origin()}/.well-known/oauth-protected-resource/mcp/${seeded().organization}`;
    expect([status, headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer resource_metadata="${metadataUrl}", scope="agent:tools:read agent:tools:write"`,
    ]);
    expect(await (await fetch(metadataUrl)).json()).toEqual({
      resource: urlOf(),
      resource_name: "Plugboard",
      authorization_servers: [`${origin()}/auth`],
      scopes_supported: ["agent:tools:read", "agent:tools:write"],
      bearer_methods_supported: ["header"],
    });
    const server = await fetch(`${origin()}/.well-known/oauth-authorization-server/auth`);
    expect(await server.json()).toMatchObject({
      issuer: `${origin()}/auth`,
      authorization_endpoint: `${origin()}/auth/oauth2/authorize`,
      token_endpoint: `${origin()}/auth/oauth2/token`,
      code_challenge_methods_supported: ["S256"],
      client_id_metadata_document_supported: true,
    });
  });

  it("get only the scopes that the person allows", async () => {
    const { access_token: token, scope } = await connect(ada, {
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
      expect.stringMatching(
        /^Bearer error="insufficient_scope".*scope="agent:tools:read agent:tools:write"$/,
      ),
    ]);
    const { access_token: unscoped } = await connect(ada, { answer: { scope: "offline_access" } });
    const refused = await list(unscoped);
    expect(refused.status).toBe(403);
    expect(refused.headers.get("www-authenticate")).toContain('error="insufficient_scope"');
  });

  it("can't use their tokens elsewhere", async () => {
    const { access_token: token } = await connect(ada);
    expect((await list(token)).status).toBe(200);
    const elsewhere = await list(token, otherOrganization);
    expect(elsewhere.status).toBe(401);
    expect(elsewhere.headers.get("www-authenticate")).toContain('error="invalid_token"');
    const api = await fetch(`${origin()}${pathOf(listOrganizations)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(api.status).toBe(401);
    expect((await list(`${token}x`)).status).toBe(401);
  });

  it("keep one consent for each organization", async () => {
    const first = await connect(ada);
    const second = await connect(ada, { organizationId: otherOrganization });
    expect((await list(first.access_token)).status).toBe(200);
    expect((await list(second.access_token, otherOrganization)).status).toBe(200);
    const { items } = agentsSchema.parse((await ada.get("/auth/agents")).body);
    expect(items).toHaveLength(2);
  });

  it("can't use confirmations that the person gave to another agent", async () => {
    const [asking, other] = [await connect(ada), await connect(ada, { client: otherClientId })];
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

  it("lose access as soon as the person disconnects them", async () => {
    const { access_token: token, refresh_token: refreshToken } = await connect(ada);
    const refreshed = tokensSchema.parse((await refresh(refreshToken)).body);
    const { items } = agentsSchema.parse((await ada.get("/auth/agents")).body);
    const agent = items.find(({ organization }) => idSchema.parse(organization).id === seeded().organization);
    expect(agent).toMatchObject({ clientId, name: "Test agent" });
    const stranger = createAccountClient(origin());
    expect((await stranger.post("/auth/agents/disconnect", { id: agent?.id })).status).toBe(401);
    expect((await ada.post("/auth/agents/disconnect", { id: agent?.id })).status).toBe(200);
    expect((await list(token)).status).toBe(401);
    expect((await list(refreshed.access_token)).status).toBe(401);
    expect((await refresh(refreshed.refresh_token)).status).toBe(400);
    expect((await ada.post("/auth/agents/disconnect", { id: agent?.id })).status).toBe(404);
  });

  it("can be disconnected by managers of the organization, but not by other members", async () => {
    const lin = createAccountClient(origin());
    const account = { name: "Lin", password: "correct horse battery" };
    await invite(otherOrganization, newEmail(), lin, account);
    const { access_token: token } = await connect(lin, { organizationId: otherOrganization });
    await connect(ada, { organizationId: otherOrganization });
    const path = `/auth/agents?organizationId=${otherOrganization}`;
    // Both people are editors in this organization.
    expect((await lin.get(path)).status).toBe(403);
    const { items: own } = agentsSchema.parse((await ada.get("/auth/agents")).body);
    for (const { id } of own) expect((await lin.post("/auth/agents/disconnect", { id })).status).toBe(404);
    const params = { organizationId: otherOrganization, userId: adaId };
    await succeed(updateMember, { params, body: { role: "admin" } });
    const { items } = agentsSchema.parse((await ada.get(path)).body);
    expect(items.map(({ person }) => person)).toContainEqual({ id: await idOf(lin), name: "Lin" });
    expect((await list(token, otherOrganization)).status).toBe(200);
    for (const { id } of items) await ada.post("/auth/agents/disconnect", { id });
    expect((await list(token, otherOrganization)).status).toBe(401);
    expect(await ada.get(path)).toMatchObject({ status: 200, body: { items: [] } });
  });

  it("lose access as soon as the person leaves the organization", async () => {
    const grace = createAccountClient(origin());
    const account = { name: "Grace", password: "correct horse battery" };
    const email = newEmail();
    await invite(seeded().organization, email, grace, account);
    const { access_token: token } = await connect(grace);
    expect((await list(token)).status).toBe(200);
    const userId = await idOf(grace);
    await succeed(removeMember, { params: { organizationId: seeded().organization, userId } });
    expect((await list(token)).status).toBe(401);
    const { location } = await authorize(grace, { prompt: "consent" });
    expect(await decide(grace, location)).toMatchObject({ status: 403, body: { error: "access_denied" } });
    const request = { oauth_query: location?.search.slice(1) };
    expect((await grace.post("/auth/agents/requests/read", request)).status).toBe(403);
    await invite(seeded().organization, email, grace, {});
    expect((await list(token)).status).toBe(401);
    expect((await grace.get("/auth/agents")).body).toEqual({ items: [] });
    const { access_token: next } = await connect(grace);
    expect((await list(next)).status).toBe(200);
    expect((await grace.post("/auth/delete-user")).status).toBe(200);
    expect((await list(next)).status).toBe(401);
  });

  it("can't request other resources or organizations", async () => {
    for (const resource of ["https://evil.example", `${origin()}/mcp/org_nothing`, `${urlOf()}/x`]) {
      const { location } = await authorize(ada, { resource });
      expect(`${location?.origin}${location?.pathname}`).toBe(redirectUri);
      expect(location?.searchParams.get("error")).toBe("invalid_target");
    }
    const { location } = await authorize(ada, { resource: undefined, prompt: "consent" });
    expect(await decide(ada, location)).toMatchObject({ status: 400, body: { error: "invalid_target" } });
    expect(await authorize(ada, { resource: undefined })).toMatchObject({ status: 400 });
  });

  it("can't redirect to a page that they didn't register", async () => {
    for (const changes of [
      { redirect_uri: "https://evil.example/callback" },
      { redirect_uri: "https://agent.example.com.evil.example/callback" },
      { redirect_uri: `${redirectUri}/../evil` },
      { redirect_uri: "https://evil.example/callback", response_type: "none" },
      { client_id: "https://evil.example/client.json", redirect_uri: "https://evil.example/callback" },
      { client_id: "http://agent.example.com/client.json" },
      { client_id: "https://127.0.0.1/client.json" },
      { client_id: "https://localhost/client.json" },
      { client_id: "unknown" },
    ]) {
      const { location, status } = await authorize(ada, changes);
      const isErrorPage = location?.origin === origin() && location.pathname !== "/connect-agent";
      expect([changes, isErrorPage || (location === null && status >= 400)]).toEqual([changes, true]);
    }
    expect(fetched.filter((url) => !/^https:\/\/(agent|evil)\.example/.test(url))).toEqual([]);
    const { location } = await authorize(ada, { prompt: "consent" });
    const forged = new URL(location?.href ?? "");
    forged.searchParams.set("redirect_uri", "https://evil.example/callback");
    expect(await decide(ada, forged)).toMatchObject({ status: 400, body: { error: "invalid_signature" } });
    expect(await decide(ada, forged, { accept: false })).toMatchObject({ status: 400 });
    const consent = { accept: true, oauth_query: location?.search.slice(1) };
    const foreign = { origin: "https://evil.example" };
    expect((await ada.post("/auth/oauth2/consent", consent, foreign)).status).toBe(403);
  });

  it("need their code's own verifier, and can use it once", async () => {
    const { location, verifier } = await authorize(ada, { prompt: "consent" });
    const { url } = urlSchema.parse((await decide(ada, location)).body);
    const code = new URL(url).searchParams.get("code") ?? "";
    expect((await exchange({ code })).status).toBe(400);
    const again = await authorize(ada);
    const next = again.location?.searchParams.get("code") ?? "";
    expect(again.location?.searchParams.get("iss")).toBe(`${origin()}/auth`);
    const wrong = await exchange({ code: next, code_verifier: verifier });
    expect(wrong).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    const fresh = await authorize(ada);
    const own = { code: fresh.location?.searchParams.get("code") ?? "", code_verifier: fresh.verifier };
    const elsewhere = await exchange({ ...own, resource: urlOf(otherOrganization) });
    expect(elsewhere).toMatchObject({ status: 400, body: { error: "invalid_target" } });
    const last = await authorize(ada);
    const good = { code: last.location?.searchParams.get("code") ?? "", code_verifier: last.verifier };
    const { access_token: token } = tokensSchema.parse((await exchange(good)).body);
    expect(await exchange(good)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    // Reusing a code revokes the tokens that it was exchanged for.
    expect((await list(token)).status).toBe(401);
    const plain = await authorize(ada, { code_challenge: undefined, code_challenge_method: undefined });
    expect(plain.location?.searchParams.get("error")).toBe("invalid_request");
    const weak = await authorize(ada, { code_challenge_method: "plain" });
    expect(weak.location?.searchParams.get("error")).toBe("invalid_request");
  });

  it.each([
    { prompt: "login" },
    { prompt: "login consent" },
    { prompt: "select_account" },
    { max_age: "0" },
    { prompt: "consent", max_age: "0" },
  ])("connect with one decision when they request a new sign-in, with %o", async (changes) => {
    await connect(ada);
    const { location, verifier } = await authorize(ada, changes);
    expect(location?.pathname).toBe("/connect-agent");
    const { url } = urlSchema.parse((await decide(ada, location)).body);
    const code = new URL(url).searchParams.get("code") ?? "";
    expect(await exchange({ code, code_verifier: verifier })).toMatchObject({ status: 200 });
  });

  it("reach only the endpoints that they need", async () => {
    for (const path of ["register", "create-client", "introspect", "userinfo", "update-consent"])
      expect((await ada.post(`/auth/oauth2/${path}`, {})).status).toBe(404);
    expect((await ada.get("/auth/admin/oauth2/resources")).status).toBe(404);
  });
});
