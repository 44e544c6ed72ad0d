import type { Environment } from "@plugboard/api";
import { describe, expect, it } from "vitest";
import type { CredentialStore } from "../ports/credential-store.ts";
import type { CredentialOwner } from "../settings/credential-owner.ts";
import { createMemoryCredentialStore } from "../ports/memory-credential-store.ts";
import type { OAuthCredentials } from "./oauth-credentials.ts";
import { createContext, createEnvironment } from "../fixtures/oauth-context.fixture.ts";
import { exampleConfig, publicEndpoint } from "../fixtures/oauth-config.fixture.ts";
import {
  createClock,
  createRotatingProvider,
  expired,
  owner,
  responding,
  start,
  unreachable,
} from "../fixtures/refresh.fixture.ts";
import { getOAuthToken } from "./get-oauth-token.ts";
import type { OAuthConfigSource } from "../settings/oauth-config.ts";
import type { Fetch } from "../ports/oauth-ports.ts";

/** Creates a process with these credentials in its environment and in the store. */
function createProcess(
  credentials: OAuthCredentials,
  fetch: Fetch,
  config: OAuthConfigSource = exampleConfig,
) {
  const configuration = { subdomain: "ada", oauth_credentials: credentials };
  const clock = createClock();
  const credentialStore = createMemoryCredentialStore([{ owner, configuration }]);
  const context = createContext(createEnvironment(publicEndpoint, configuration));
  return { clock, token: () => getOAuthToken(context, config, { fetch, credentialStore, ...clock }) };
}

function installationOf({ installation }: Environment): NonNullable<Environment["installation"]> {
  if (installation === undefined) throw new Error("the environment has no installation");
  return installation;
}

describe("getOAuthToken", () => {
  it.each([
    ["a token that never expires", { access_token: "at" }],
    ["a fresh token", { access_token: "at", expires_at: start / 1000 + 61 }],
  ])("returns %s without sending a request", async (_name, credentials) => {
    expect(await createProcess(credentials, unreachable).token()).toBe("at");
  });

  it("refreshes a minute before expiry", async () => {
    const { fetch } = createRotatingProvider();
    expect(await createProcess({ ...expired, expires_at: start / 1000 + 60 }, fetch).token()).toBe("at-1");
  });

  it("with needs_reauth, refreshes only after a reconnect", async () => {
    const { token } = createProcess({ access_token: "at", needs_reauth: true }, unreachable);
    await expect(token()).rejects.toMatchObject({ code: "needs_reauth", expose: true, status: 409 });
  });

  it("refreshes once for all calls of a process", async () => {
    const provider = createRotatingProvider();
    const { token } = createProcess(expired, provider.fetch);
    expect(await Promise.all(Array.from({ length: 50 }, token))).toEqual(
      Array.from({ length: 50 }, () => "at-1"),
    );
    expect(provider.used).toEqual(["rt-0"]);
  });

  it("shares no refresh between installations, integrations and platforms", async () => {
    const context = createEnvironment(publicEndpoint, { oauth_credentials: expired });
    const others = [
      context,
      { ...context, installation: { ...installationOf(context), id: "ins_2" } },
      { ...context, integration: { ...context.integration, name: "other" } },
      { ...context, apiEndpoint: "https://other.example.com/v1" },
    ];
    const tokens = others.map((environment, index) => {
      const configuration = { oauth_credentials: expired };
      const credentialStore = createMemoryCredentialStore([
        { owner: { installation: installationOf(environment).id }, configuration },
      ]);
      const fetch = responding({ access_token: `at-of-${index}`, expires_in: 3600 });
      return getOAuthToken(createContext(environment), exampleConfig, {
        fetch,
        credentialStore,
        ...createClock(),
      });
    });
    expect(await Promise.all(tokens)).toEqual(["at-of-0", "at-of-1", "at-of-2", "at-of-3"]);
  });

  it("many calls of a process cause no more requests to the platform than one", async () => {
    const countReads = async (calls: number): Promise<number> => {
      const configuration = { oauth_credentials: expired };
      const store = createMemoryCredentialStore([{ owner, configuration }]);
      let requests = 0;
      const credentialStore: CredentialStore = {
        read: async (...input) => {
          requests += 1;
          return await store.read(...input);
        },
        write: async (...input) => {
          requests += 1;
          return await store.write(...input);
        },
      };
      const context = createContext(createEnvironment(publicEndpoint, configuration));
      const { fetch } = createRotatingProvider();
      const ports = { fetch, credentialStore, ...createClock() };
      await Promise.all(Array.from({ length: calls }, () => getOAuthToken(context, exampleConfig, ports)));
      return requests;
    };
    expect(await countReads(50)).toBe(await countReads(1));
  });

  it("does not wait forever for an aborted call of this process", async () => {
    const provider = createRotatingProvider();
    const requested = Promise.withResolvers<void>();
    const connection = Promise.withResolvers<Response>();
    let requests = 0;
    const fetch: Fetch = (...request) => {
      requests += 1;
      if (requests > 1) return provider.fetch(...request);
      requested.resolve();
      return connection.promise;
    };
    const { token, clock } = createProcess(expired, fetch);
    const cutOff = token();
    await requested.promise;
    await clock.wait(60_000);
    expect(await token()).toBe("at-1");
    connection.reject(new TypeError("connection lost"));
    expect(await cutOff).toBe("at-1");
  });

  it("uses the provider of the installation", async () => {
    const requested: string[] = [];
    const provider = createRotatingProvider();
    const { token } = createProcess(
      expired,
      (url, init) => {
        requested.push(url);
        return provider.fetch(url, init);
      },
      {
        ...exampleConfig,
        accessTokenURL: ({ configuration }) => `https://${String(configuration.subdomain)}.provider.example`,
      },
    );
    expect(await token()).toBe("at-1");
    expect(requested).toEqual(["https://ada.provider.example/"]);
  });

  it.each([
    {},
    { oauth_credentials: {} },
    { oauth_credentials: "at" },
    { oauth_credentials: { access_token: 1 } },
  ])("reports a missing connection: %j", async (configuration) => {
    const context = createContext(createEnvironment(publicEndpoint, configuration));
    await expect(getOAuthToken(context, exampleConfig)).rejects.toMatchObject({ code: "not_connected" });
  });

  it("prefers the credentials of the site to those of the organization, and refreshes them there", async () => {
    const site: CredentialOwner = { installation: "ins_1", resource: { kind: "site", id: "site_1" } };
    const organization = { oauth_credentials: { access_token: "at-organization" } };
    const credentialStore = createMemoryCredentialStore([
      { owner, configuration: organization },
      { owner: site, configuration: { oauth_credentials: expired } },
    ]);
    const environment: Environment = {
      ...createEnvironment(publicEndpoint, organization),
      siteInstallation: {
        installation: "ins_1",
        site: "site_1",
        status: "active",
        configuration: { oauth_credentials: expired },
        externalIds: [],
        urls: { publicEndpoint },
      },
    };
    const ports = { fetch: createRotatingProvider().fetch, credentialStore, ...createClock() };
    expect(await getOAuthToken(createContext(environment), exampleConfig, ports)).toBe("at-1");
    expect((await credentialStore.read(owner))?.configuration).toEqual(organization);
    expect((await credentialStore.read(site))?.configuration).toMatchObject({
      oauth_credentials: { access_token: "at-1" },
    });
  });
});
