import type { Environment } from "@plugboard/api";
import { describe, expect, it } from "vitest";
import { createOAuthHandler } from "./create-oauth-handler.ts";
import type { CredentialChange, CredentialStore } from "../ports/credential-store.ts";
import { extractCredentials } from "../credentials/oauth-credentials.ts";
import { createContext, createEnvironment, type LogLine } from "../fixtures/oauth-context.fixture.ts";
import { exampleConfig, publicEndpoint } from "../fixtures/oauth-config.fixture.ts";
import type { OAuthConfig } from "../settings/oauth-config.ts";

/** The differences from a correct flow at installation ins_1. */
interface Ending {
  readonly config?: Partial<OAuthConfig>;
  /** The destination and additional parameters of the redirect. */
  readonly address?: string;
  readonly query?: string;
  readonly environment?: Environment;
}

/** Starts and finishes a flow. */
async function finish(ending: Ending = {}) {
  const environment = createEnvironment(publicEndpoint, { subdomain: "ada" });
  const redirectURL = "https://sites.example/acme/oauth";
  const { address = redirectURL, query = "code=c" } = ending;
  const log: LogLine[] = [];
  const writes: [owner: object, change: CredentialChange][] = [];
  const requests: string[] = [];
  const credentialStore: Pick<CredentialStore, "write"> & CredentialStore = {
    read: async () => undefined,
    write: async (owner, change) => {
      writes.push([owner, change]);
      return "1";
    },
  };
  const handler = createOAuthHandler(
    { ...exampleConfig, redirectURL, ...ending.config },
    {
      credentialStore,
      fetch: async (url) => {
        requests.push(url);
        return Response.json({ access_token: "at", token_type: "bearer", team: "T1" });
      },
    },
  );
  const begun = await handler(new Request(`${publicEndpoint}/oauth`), createContext(environment));
  const state = URL.parse(begun.headers.get("location") ?? "")?.searchParams.get("state");
  const cookie = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const back = new Request(`${address}?state=${state}&${query}`, { headers: { cookie } });
  const response = await handler(back, createContext(ending.environment ?? environment, log));
  return { response, writes, requests, codes: log.map(({ fields }) => fields.code) };
}

const credentials = { oauth_credentials: { access_token: "at", token_type: "bearer" } };

describe("the end of a flow", () => {
  it("stores with the installation it started at, even if the redirect goes to the integration's endpoint", async () => {
    const { installation: _none, ...environment } = createEnvironment(publicEndpoint);
    const { response, writes } = await finish({ environment });
    expect(response.status).toBe(200);
    expect(writes).toEqual([[{ installation: "ins_1" }, { configuration: credentials }]]);
  });

  it.each([
    ["installation", "ins_2", "acme"],
    ["integration", "ins_1", "other"],
  ])("is rejected at a different %s", async (_name, id, name) => {
    const { installation, ...environment } = createEnvironment(publicEndpoint);
    if (installation === undefined) throw new Error("the fixture has an installation");
    const { response, writes, codes } = await finish({
      environment: {
        ...environment,
        installation: { ...installation, id },
        integration: { ...environment.integration, name },
      },
    });
    expect(response.status).toBe(400);
    expect(codes).toEqual(["state_mismatch"]);
    expect(writes).toEqual([]);
  });

  it("accepts URLs that depend on the installation it started at, even if it ends outside of any", async () => {
    const { installation: _none, ...environment } = createEnvironment(publicEndpoint);
    const forInstallation =
      (path: string): OAuthConfig["authorizeURL"] =>
      ({ configuration }) =>
        `https://${String(configuration.subdomain)}.provider.example${path}`;
    const config = {
      authorizeURL: forInstallation("/authorize"),
      accessTokenURL: forInstallation("/token"),
      issuer: forInstallation(""),
    };
    const iss = encodeURIComponent("https://ada.provider.example");
    const { requests } = await finish({ config, environment, query: `code=c&iss=${iss}` });
    expect(requests).toEqual(["https://ada.provider.example/token"]);
    expect(await finish({ config, environment })).toMatchObject({ codes: ["issuer_missing"], requests: [] });
  });

  it("recognizes its redirect URL in the form a browser sends", async () => {
    const config = { redirectURL: "HTTPS://Sites.example:443/acme/../acme/oauth" };
    expect((await finish({ config })).codes).toEqual([]);
  });

  it("accepts an error only from its own provider", async () => {
    const iss = encodeURIComponent("https://evil.example");
    expect((await finish({ query: `error=access_denied&iss=${iss}` })).codes).toEqual(["issuer_mismatch"]);
  });

  it.each(["response=jwt", "id_token=jwt", "token=t", "response=a&response=b", "expires_in=1&expires_in=2"])(
    "ignores parameters that do not belong to a redirect: %s",
    async (extra) => {
      expect(await finish({ query: `code=c&${extra}` })).toMatchObject({
        codes: [],
        writes: [[{ installation: "ins_1" }, { configuration: credentials }]],
      });
    },
  );

  it("stores the credentials chosen by the integration", async () => {
    const { writes } = await finish({
      config: {
        extractCredentials: async (response) => {
          const { configuration } = await extractCredentials(response);
          const team = response.ok ? String(response.team) : "";
          return { configuration: { ...configuration, team }, externalIds: [team] };
        },
      },
    });
    expect(writes).toEqual([
      [{ installation: "ins_1" }, { configuration: { ...credentials, team: "T1" }, externalIds: ["T1"] }],
    ]);
  });

  it("always deletes the cookie", async () => {
    for (const query of ["code=c", "error=access_denied"]) {
      const { response } = await finish({ query });
      expect(response.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^__Secure-plugboard_oauth_[\w-]{16}=; Path=\/acme\/oauth; .*Max-Age=0$/),
      ]);
    }
  });

  it("does not let a URL add attributes to the cookie", async () => {
    const { response, codes } = await finish({ address: "https://sites.example/acme/oauth;Domain=example" });
    expect(codes).toEqual(["state_mismatch"]);
    expect(response.headers.getSetCookie().join()).not.toMatch(/;\s*domain/i);
  });
});
