import type { Environment } from "@plugboard/api";
import { describe, expect, it } from "vitest";
import { createContext, createEnvironment } from "../fixtures/oauth-context.fixture.ts";
import { exampleConfig, publicEndpoint } from "../fixtures/oauth-config.fixture.ts";
import type { OAuthConfig } from "../settings/oauth-config.ts";
import { revokeOAuthToken } from "./revoke-oauth-token.ts";

const config = { ...exampleConfig, revokeURL: "https://provider.example/revoke" };
const connected = createEnvironment(publicEndpoint, {
  subdomain: "ada",
  oauth_credentials: { access_token: "at-1f2e", refresh_token: "rt-1f2e" },
});
const client = "client_id=client&client_secret=client-secret";

/** Revokes the credentials of an environment and returns the requests to the provider. */
async function revoke(
  environment: Environment,
  settings: OAuthConfig,
  respond: (sent: URLSearchParams) => Response = () => new Response(null),
) {
  const sent: [url: string, body: string][] = [];
  const fetch = async (url: string, init: RequestInit) => {
    const parameters = new URLSearchParams(await new Request(url, init).text());
    sent.push([url, parameters.toString()]);
    return respond(parameters);
  };
  const outcome = await revokeOAuthToken(createContext(environment), settings, { fetch }).catch(
    (error: unknown) => error,
  );
  return { sent, outcome };
}

describe("revokeOAuthToken", () => {
  it("revokes the refresh token and the access token", async () => {
    expect(await revoke(connected, config)).toEqual({
      outcome: true,
      sent: [
        [config.revokeURL, `token_type_hint=refresh_token&token=rt-1f2e&${client}`],
        [config.revokeURL, `token_type_hint=access_token&token=at-1f2e&${client}`],
      ],
    });
  });

  it("revokes only those of the site or space if the event is about one", async () => {
    const level = {
      installation: "ins_1",
      status: "active",
      externalIds: [],
      urls: { publicEndpoint },
    } as const;
    const configuration = { oauth_credentials: { access_token: "at-level" } };
    const ownSent = [[config.revokeURL, `token_type_hint=access_token&token=at-level&${client}`]];
    const inSite = { ...connected, siteInstallation: { ...level, site: "site_1", configuration } };
    expect(await revoke(inSite, config)).toEqual({ outcome: true, sent: ownSent });
    const inSpace = { ...connected, spaceInstallation: { ...level, space: "space_1", configuration } };
    expect(await revoke(inSpace, config)).toEqual({ outcome: true, sent: ownSent });
    const without = { ...connected, siteInstallation: { ...level, site: "site_1", configuration: {} } };
    expect(await revoke(without, config)).toEqual({ outcome: false, sent: [] });
  });

  it("accepts a URL that depends on the installation", async () => {
    const { sent } = await revoke(connected, {
      ...config,
      revokeURL: ({ configuration }) => `https://${String(configuration.subdomain)}.provider.example/revoke`,
    });
    expect(sent.map(([url]) => url)).toEqual(
      Array.from({ length: 2 }, () => "https://ada.provider.example/revoke"),
    );
  });

  it("uses the known revocation URLs of some providers", async () => {
    const google = { ...exampleConfig, accessTokenURL: "https://oauth2.googleapis.com/token" };
    const { sent } = await revoke(connected, google);
    expect(sent.map(([url]) => url)).toEqual(
      Array.from({ length: 2 }, () => "https://oauth2.googleapis.com/revoke"),
    );
  });

  it("sends no request without a connection or a revocation URL", async () => {
    expect(await revoke(createEnvironment(publicEndpoint), config)).toEqual({ outcome: false, sent: [] });
    expect(await revoke(connected, exampleConfig)).toEqual({ outcome: false, sent: [] });
  });

  it.each([
    ["revokes the access token with the refresh token", "invalid_token", 400],
    ["reports an ended grant", "invalid_grant", 400],
  ])("succeeds if the provider %s", async (_name, error, status) => {
    const { outcome, sent } = await revoke(connected, config, (parameters) =>
      parameters.get("token") === "rt-1f2e" ? new Response(null) : Response.json({ error }, { status }),
    );
    expect(outcome).toBe(true);
    expect(sent).toHaveLength(2);
  });

  it("accepts a response without content", async () => {
    const { outcome } = await revoke(connected, config, () => new Response(null, { status: 204 }));
    expect(outcome).toBe(true);
  });

  it.each([
    [
      "rejects the request",
      () => Response.json({ error: "unsupported_token_type" }, { status: 400 }),
      "token_refused",
    ],
    ["quotes the token", () => Response.json({ error: "rt-1f2e" }, { status: 400 }), "token_refused"],
    ["is broken", () => new Response("<h1>Bad gateway</h1>", { status: 502 }), "provider_unreachable"],
    ["redirects", () => Response.redirect("https://evil.example"), "provider_redirected"],
  ])(
    "reports that the provider %s, after trying both, without quoting a token",
    async (_name, respond, code) => {
      const { outcome, sent } = await revoke(connected, config, (parameters) =>
        parameters.get("token") === "rt-1f2e" ? respond() : new Response(null),
      );
      expect(outcome).toMatchObject({ name: "OAuthError", code });
      expect(outcome).not.toHaveProperty("cause");
      expect(String(outcome)).not.toContain("1f2e");
      expect(sent).toHaveLength(2);
    },
  );
});
