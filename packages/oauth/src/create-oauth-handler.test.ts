import type { Environment } from "@plugboard/api";
import { describe, expect, expectTypeOf, it } from "vitest";
import { createOAuthHandler, type OAuthHandler } from "./create-oauth-handler.ts";
import { createContext, createEnvironment, type LogLine } from "./fixtures/oauth-context.fixture.ts";
import { createMemoryCredentialStore } from "./credentials/memory-credential-store.ts";
import type { OAuthConfig } from "./oauth-config.ts";
import type { OAuthContext } from "./oauth-context.ts";

const endpoint = "https://sites.example/integrations/ins_1";
const config: OAuthConfig = {
  clientId: "client",
  clientSecret: "client-secret",
  authorizeURL: "https://provider.example/authorize?tenant=1",
  accessTokenURL: "https://provider.example/token",
  scopes: ["read", "write"],
  prompt: "consent",
};

async function start(change: Partial<OAuthConfig> = {}, url = `${endpoint}/oauth`) {
  const log: LogLine[] = [];
  const context = createContext(createEnvironment(endpoint, { subdomain: "ada" }), log);
  const response = await createOAuthHandler({ ...config, ...change })(new Request(url), context);
  return { response, log, location: URL.parse(response.headers.get("location") ?? "") };
}

describe("the start of a flow", () => {
  it("sends the browser to the provider with everything it needs", async () => {
    const { response, location } = await start();
    expect(response.status).toBe(302);
    expect(location?.origin).toBe("https://provider.example");
    expect(Object.fromEntries(location?.searchParams ?? [])).toEqual({
      tenant: "1",
      response_type: "code",
      client_id: "client",
      redirect_uri: `${endpoint}/oauth`,
      scope: "read write",
      prompt: "consent",
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Secure-plugboard_oauth_[\w-]{16}=[\w.-]+; Path=\/integrations\/ins_1\/oauth; /,
      ),
    ]);
  });

  it("has another state and challenge each time", async () => {
    const [one, other] = [await start(), await start()];
    for (const name of ["state", "code_challenge"]) {
      expect(one.location?.searchParams.get(name)).not.toBe(other.location?.searchParams.get(name));
    }
  });

  it("takes URLs that depend on the installation", async () => {
    const { location } = await start({
      authorizeURL: ({ configuration }) =>
        `https://${String(configuration.subdomain)}.provider.example/authorize`,
    });
    expect(location?.origin).toBe("https://ada.provider.example");
  });

  it("takes settings from the environment", async () => {
    const handler = createOAuthHandler((environment) => ({
      ...config,
      clientId: environment.secrets.CLIENT_ID ?? "",
    }));
    const response = await handler(
      new Request(`${endpoint}/oauth`),
      createContext(createEnvironment(endpoint)),
    );
    expect(response.headers.get("location")).toContain("client_id=plugboard-client");
  });

  it("adds what the provider is known to need, but lets it replace nothing of the flow", async () => {
    const google = await start({ accessTokenURL: "https://oauth2.googleapis.com/token" });
    expect(google.location?.searchParams.get("access_type")).toBe("offline");
    const slack = await start({ accessTokenURL: "https://slack.com/api/oauth.v2.access" });
    expect(slack.location?.searchParams.get("scope")).toBe("read,write");
    const own = await start({
      quirks: { scopeSeparator: " ", authorizeParameters: { state: "mine", owner: "user" } },
    });
    expect(own.location?.searchParams.get("owner")).toBe("user");
    expect(own.location?.searchParams.getAll("state")).toEqual([expect.stringMatching(/^[\w-]{43}$/)]);
  });

  it("binds the cookie to the whole host only where the host is the integration's own", async () => {
    const { response } = await start(
      { redirectURL: "https://acme.example/oauth" },
      "https://acme.example/oauth",
    );
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-plugboard_oauth_[\w-]{16}=[\w.-]+; Path=\/; HttpOnly; SameSite=Lax; Secure; /,
      ),
    ]);
  });

  it.each([
    ["authorizeURL", { authorizeURL: "http://provider.example/authorize" }],
    ["accessTokenURL", { accessTokenURL: "http://provider.example/token" }],
    ["redirectURL", { redirectURL: "http://sites.example/integrations/ins_1/oauth" }],
    ["redirectURL", { redirectURL: "https://other.example/oauth" }],
    ["redirectURL", { redirectURL: `${endpoint}/oauth?installation=1` }],
  ])("refuses a %s that is not safe", async (name, change) => {
    const { response, log } = await start(change);
    expect(response.status).toBe(500);
    expect(response.headers.getSetCookie()).toEqual([]);
    expect(log).toEqual([
      {
        message: "The OAuth flow failed",
        fields: { code: "configuration_invalid", reason: expect.stringContaining(name) },
      },
    ]);
  });

  it("starts nowhere outside an installation", async () => {
    const { installation: _none, ...environment } = createEnvironment(endpoint);
    const response = await createOAuthHandler(config)(
      new Request(`${endpoint}/oauth`),
      createContext(environment),
    );
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("installation_missing");
  });
});

describe("the end of a flow", () => {
  const redirectURL = "https://sites.example/acme/oauth";
  const owner = { installation: "ins_1" };

  /** Begins a flow at installation ins_1 and ends it with an honest provider, in the environment given. */
  async function finish(environment: Environment) {
    const log: LogLine[] = [];
    const credentialStore = createMemoryCredentialStore([{ owner, configuration: {} }]);
    const tokens = { access_token: "at", token_type: "bearer" };
    const handler = createOAuthHandler(
      { ...config, redirectURL },
      { credentialStore, fetch: async () => Response.json(tokens) },
    );
    const begun = await handler(new Request(`${endpoint}/oauth`), createContext(createEnvironment(endpoint)));
    const state = URL.parse(begun.headers.get("location") ?? "")?.searchParams.get("state");
    const cookie = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    const back = new Request(`${redirectURL}?state=${state}&code=c`, { headers: { cookie } });
    const response = await handler(back, createContext(environment, log));
    const configuration = (await credentialStore.read(owner))?.configuration;
    return { response, configuration, codes: log.map(({ fields }) => fields.code) };
  }

  it("stores with the installation it began at, also when the redirect is the whole integration's", async () => {
    const { installation: _none, ...environment } = createEnvironment(endpoint);
    const { response, configuration } = await finish(environment);
    expect(response.status).toBe(200);
    expect(configuration).toEqual({ oauth_credentials: { access_token: "at", token_type: "bearer" } });
  });

  it.each([
    ["installation", "ins_2", "acme"],
    ["integration", "ins_1", "other"],
  ])("does not end at another %s", async (_name, id, name) => {
    const { installation, ...environment } = createEnvironment(endpoint);
    if (installation === undefined) throw new Error("the fixture has an installation");
    const { response, configuration, codes } = await finish({
      ...environment,
      installation: { ...installation, id },
      integration: { ...environment.integration, name },
    });
    expect(response.status).toBe(400);
    expect(codes).toEqual(["state_mismatch"]);
    expect(configuration).toEqual({});
  });

  it("takes the cookie away, whatever the end", async () => {
    const { response } = await finish(createEnvironment(endpoint));
    expect(response.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Secure-plugboard_oauth_[\w-]{16}=; Path=\/acme\/oauth; .*Max-Age=0$/),
    ]);
  });
});

describe("createOAuthHandler", () => {
  it.each(["POST", "PUT", "DELETE"])("does not answer %s", async (method) => {
    const context = createContext(createEnvironment(endpoint));
    const response = await createOAuthHandler(config)(new Request(`${endpoint}/oauth`, { method }), context);
    expect(response.status).toBe(405);
    expect(response.headers.get("allow")).toBe("GET");
  });

  it("takes the context of an integration with types of its own", () => {
    interface AcmeTypes {
      readonly configuration: {
        readonly account: { readonly subdomain: string };
        readonly site: {};
        readonly space: {};
      };
      readonly secrets: { readonly CLIENT_ID: string; readonly CLIENT_SECRET: string };
    }
    expectTypeOf<OAuthContext<AcmeTypes>>().toExtend<Parameters<OAuthHandler>[1]>();
    createOAuthHandler<AcmeTypes>(({ secrets }) => ({ ...config, clientSecret: secrets.CLIENT_SECRET }));
    // @ts-expect-error the integration has no such secret
    createOAuthHandler<AcmeTypes>(({ secrets }) => ({ ...config, clientSecret: secrets.CLIENT_SECRETS }));
  });

  it("lets an error that is not of the flow go to the runtime", async () => {
    const handler = createOAuthHandler(() => {
      throw new TypeError("a mistake in the integration");
    });
    const call = handler(new Request(`${endpoint}/oauth`), createContext(createEnvironment(endpoint)));
    await expect(call).rejects.toThrow("a mistake in the integration");
  });
});
