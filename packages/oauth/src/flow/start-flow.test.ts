import { describe, expect, it } from "vitest";
import { createOAuthHandler } from "./create-oauth-handler.ts";
import { createContext, createEnvironment, type LogLine } from "../fixtures/oauth-context.fixture.ts";
import { exampleConfig, publicEndpoint } from "../fixtures/oauth-config.fixture.ts";
import type { OAuthConfig } from "../settings/oauth-config.ts";

const config = { ...exampleConfig, scopes: ["read", "write"], prompt: "consent" };

async function start(change: Partial<OAuthConfig> = {}, url = `${publicEndpoint}/oauth`) {
  const log: LogLine[] = [];
  const context = createContext(createEnvironment(publicEndpoint, { subdomain: "ada" }), log);
  const response = await createOAuthHandler({ ...config, ...change })(new Request(url), context);
  return { response, log, location: URL.parse(response.headers.get("location") ?? "") };
}

describe("the start of a flow", () => {
  it("redirects to the provider with all parameters", async () => {
    const { response, location } = await start({ authorizeURL: `${config.authorizeURL}?tenant=1` });
    expect(response.status).toBe(302);
    expect(location?.origin).toBe("https://provider.example");
    expect(Object.fromEntries(location?.searchParams ?? [])).toEqual({
      tenant: "1",
      response_type: "code",
      client_id: "client",
      redirect_uri: `${publicEndpoint}/oauth`,
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

  it("creates a new state and challenge each time", async () => {
    const [one, other] = [await start(), await start()];
    for (const name of ["state", "code_challenge"]) {
      expect(one.location?.searchParams.get(name)).not.toBe(other.location?.searchParams.get(name));
    }
  });

  it("ignores the query of the opened URL", async () => {
    const wishes =
      "redirect_uri=https://evil.example&client_id=evil&scope=admin&return_to=https://evil.example";
    const { response, location } = await start({}, `${publicEndpoint}/oauth?${wishes}`);
    expect([...response.headers].flat().join("\n")).not.toContain("evil");
    expect(location?.searchParams.get("scope")).toBe("read write");
  });

  it("requests no scope for an empty list", async () => {
    const { location } = await start({ scopes: [] });
    expect(location?.searchParams.has("scope")).toBe(false);
  });

  it("accepts URLs that depend on the installation", async () => {
    const { location } = await start({
      authorizeURL: ({ configuration }) =>
        `https://${String(configuration.subdomain)}.provider.example/authorize`,
      redirectURL: ({ urls }) => `${urls.publicEndpoint}/connect`,
    });
    expect(location?.origin).toBe("https://ada.provider.example");
    expect(location?.searchParams.get("redirect_uri")).toBe(`${publicEndpoint}/connect`);
  });

  it("accepts settings from the environment", async () => {
    const handler = createOAuthHandler((environment) => ({
      ...config,
      clientId: environment.secrets.CLIENT_ID ?? "",
    }));
    const response = await handler(
      new Request(`${publicEndpoint}/oauth`),
      createContext(createEnvironment(publicEndpoint)),
    );
    expect(response.headers.get("location")).toContain("client_id=plugboard-client");
  });

  it("adds parameters that the provider requires, but none that replace those of the flow", async () => {
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

  it("limits the cookie to the path unless the host is the integration's own", async () => {
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
    ["redirectURL", { redirectURL: `${publicEndpoint}/oauth?installation=1` }],
    ["redirectURL", { redirectURL: `${publicEndpoint}/oauth;Domain=example` }],
    ["clientSecret", { clientSecret: "" }],
  ])("rejects an unsafe %s", async (name, change) => {
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

  it("does not start over http if it will end over https", async () => {
    const { log } = await start({}, `${publicEndpoint.replace("https:", "http:")}/oauth`);
    expect(log).toMatchObject([{ fields: { code: "configuration_invalid" } }]);
  });

  it("cannot start outside of an installation", async () => {
    const { installation: _none, ...environment } = createEnvironment(publicEndpoint);
    const response = await createOAuthHandler(config)(
      new Request(`${publicEndpoint}/oauth`),
      createContext(environment),
    );
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("installation_missing");
  });
});
