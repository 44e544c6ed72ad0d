import { describe, expect, it } from "vitest";
import type { CredentialOwner } from "./credentials/credential-owner.ts";
import type { CredentialStore } from "./credentials/credential-store.ts";
import { getOAuthToken } from "./get-oauth-token.ts";
import { createMemoryCredentialStore } from "./credentials/memory-credential-store.ts";
import { createContext, createEnvironment } from "./fixtures/oauth-context.fixture.ts";
import { type OAuthCredentials, readCredentials } from "./credentials/oauth-credentials.ts";
import { refreshOAuthToken } from "./credentials/refresh-oauth-token.ts";

const owner: CredentialOwner = { installation: "ins_1" };
const config = {
  clientId: "client",
  clientSecret: "client-secret",
  authorizeURL: "https://provider.example/authorize",
  accessTokenURL: "https://provider.example/token",
};
const start = 1_700_000_000_000;
const expired: OAuthCredentials = {
  access_token: "at-0",
  refresh_token: "rt-0",
  expires_at: start / 1000 - 1,
  scope: "read",
  team: "T1",
};

/** A token endpoint that rotates: each refresh token works once, and a second use ends them all. */
function createRotatingProvider() {
  let generation = 0;
  const used: string[] = [];
  return {
    used,
    fetch: async (_url: string, init: RequestInit) => {
      const token = (init.body instanceof URLSearchParams && init.body.get("refresh_token")) || "";
      used.push(token);
      await Promise.resolve();
      if (token !== `rt-${generation}`) return Response.json({ error: "invalid_grant" }, { status: 400 });
      generation += 1;
      return Response.json({
        access_token: `at-${generation}`,
        token_type: "Bearer",
        refresh_token: `rt-${generation}`,
        expires_in: 3600,
      });
    },
  };
}

/** A clock that moves only while somebody waits. */
function createClock() {
  let time = start;
  return {
    now: () => time,
    wait: async (milliseconds: number) => {
      time += milliseconds;
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

function setUp(credentials: OAuthCredentials, fetch: (url: string, init: RequestInit) => Promise<Response>) {
  const credentialStore = createMemoryCredentialStore([
    { owner, configuration: { channel: "general", oauth_credentials: credentials } },
  ]);
  const ports = { fetch, credentialStore, ...createClock() };
  const context = createContext(
    createEnvironment("https://sites.example/integrations/ins_1", { oauth_credentials: credentials }),
  );
  return {
    ports,
    token: () => getOAuthToken(context, config, ports),
    // What one process does; called more than once it is several processes, which share nothing but the store.
    process: () =>
      refreshOAuthToken(owner, {
        accessTokenURL: new URL(config.accessTokenURL),
        issuer: undefined,
        config,
        ports,
      }),
    stored: async () => readCredentials((await credentialStore.read(owner))?.configuration ?? {}),
  };
}

const unreachable = async () => Promise.reject(new TypeError("connection refused"));
const answer =
  (body: object, status = 200) =>
  async () =>
    Response.json(body, { status });

describe("getOAuthToken", () => {
  it.each([
    ["one that never expires", { access_token: "at" }],
    ["one that is fresh", { access_token: "at", expires_at: start / 1000 + 61 }],
  ])("gives %s without asking anybody", async (_name, credentials) => {
    expect(await setUp(credentials, unreachable).token()).toBe("at");
  });

  it("refreshes a minute ahead of expiry and keeps the integration's own fields", async () => {
    const provider = createRotatingProvider();
    const { token, stored } = setUp({ ...expired, expires_at: start / 1000 + 60 }, provider.fetch);
    expect(await token()).toBe("at-1");
    expect(await stored()).toEqual({
      access_token: "at-1",
      token_type: "bearer",
      refresh_token: "rt-1",
      expires_at: start / 1000 + 3600,
      scope: "read",
      team: "T1",
    });
  });

  it("keeps the old refresh token when none is returned, and drops the old expiry", async () => {
    const { token, stored } = setUp(expired, answer({ access_token: "at-1" }));
    expect(await token()).toBe("at-1");
    expect(await stored()).toEqual({
      access_token: "at-1",
      token_type: "bearer",
      refresh_token: "rt-0",
      scope: "read",
      team: "T1",
    });
  });

  it("refreshes once for all calls of a process", async () => {
    const provider = createRotatingProvider();
    const { token } = setUp(expired, provider.fetch);
    expect(await Promise.all(Array.from({ length: 50 }, token))).toEqual(
      Array.from({ length: 50 }, () => "at-1"),
    );
    expect(provider.used).toEqual(["rt-0"]);
  });

  it("refreshes once for all processes", async () => {
    const provider = createRotatingProvider();
    const { process } = setUp(expired, provider.fetch);
    expect(await Promise.all(Array.from({ length: 10 }, process))).toEqual(
      Array.from({ length: 10 }, () => "at-1"),
    );
    expect(provider.used).toEqual(["rt-0"]);
  });

  it("takes over from a process that died while it refreshed", async () => {
    const provider = createRotatingProvider();
    const refresh_lease = { id: "dead", expires_at: start + 5_000 };
    const { token, ports, stored } = setUp({ ...expired, refresh_lease }, provider.fetch);
    expect(await token()).toBe("at-1");
    expect(ports.now()).toBeGreaterThanOrEqual(start + 5_000);
    expect(await stored()).not.toHaveProperty("refresh_lease");
  });

  it("gives up waiting for a lease that is renewed for ever", async () => {
    const { ports, token } = setUp(
      { ...expired, refresh_lease: { id: "x", expires_at: start + 1e9 } },
      unreachable,
    );
    await expect(token()).rejects.toMatchObject({ code: "refresh_busy", retryable: true });
    expect(ports.now()).toBeLessThan(start + 120_000);
  });

  it("uses what somebody else stored in the meantime, and throws its own result away", async () => {
    const { ports, token } = setUp(expired, async () => {
      const oauth_credentials = { access_token: "at-reconnected", refresh_token: "rt-reconnected" };
      await ports.credentialStore.write(owner, { configuration: { oauth_credentials } });
      return Response.json({ access_token: "at-1", expires_in: 3600 });
    });
    expect(await token()).toBe("at-reconnected");
  });

  it("keeps the new token when another setting is edited in the meantime", async () => {
    const { ports, token, stored } = setUp(expired, async () => {
      await ports.credentialStore.write(owner, { configuration: { channel: "random" } });
      return Response.json({ access_token: "at-1", refresh_token: "rt-1", expires_in: 3600 });
    });
    expect(await token()).toBe("at-1");
    expect(await stored()).toMatchObject({ access_token: "at-1", refresh_token: "rt-1" });
    expect((await ports.credentialStore.read(owner))?.configuration.channel).toBe("random");
  });

  it.each(["invalid_grant", "bad_refresh_token", "token_revoked"])(
    "tells and remembers needs_reauth after %s",
    async (error) => {
      const provider = { calls: 0 };
      const { token, stored } = setUp(expired, async () => {
        provider.calls += 1;
        return Response.json({ error }, { status: 400 });
      });
      await expect(token()).rejects.toMatchObject({ code: "needs_reauth", providerError: error });
      await expect(token()).rejects.toMatchObject({ code: "needs_reauth" });
      expect(provider.calls).toBe(1);
      expect(await stored()).toEqual({ ...expired, needs_reauth: true });
    },
  );

  it("needs a person when the token expired and there is none to refresh it with", async () => {
    const { token } = setUp({ access_token: "at", expires_at: start / 1000 }, unreachable);
    await expect(token()).rejects.toMatchObject({ code: "needs_reauth" });
  });

  it.each([
    ["cannot be reached", unreachable, "provider_unreachable"],
    ["is broken", async () => new Response("<h1>Bad gateway</h1>", { status: 502 }), "response_invalid"],
    ["refuses the client", answer({ error: "invalid_client" }, 401), "token_refused"],
  ])("leaves the credentials as they were when the provider %s", async (_name, fetch, code) => {
    const { token, stored } = setUp(expired, fetch);
    await expect(token()).rejects.toMatchObject({ code });
    expect(await stored()).toEqual(expired);
  });

  it("goes on with a token that still works when a refresh ahead of time fails", async () => {
    const current = { ...expired, expires_at: start / 1000 + 30 };
    const { token, stored } = setUp(current, unreachable);
    expect(await token()).toBe("at-0");
    expect(await stored()).toEqual(current);
  });

  it("does not lose a rotated token to a store that fails for a moment", async () => {
    const provider = createRotatingProvider();
    const { ports, stored } = setUp(expired, provider.fetch);
    const failures = [new Error("the platform restarts"), new Error("the platform restarts")];
    const flaky: CredentialStore = {
      read: (...rest) => ports.credentialStore.read(...rest),
      write: async (...rest) => {
        const failure = provider.used.length > 0 && failures.pop();
        if (failure instanceof Error) throw failure;
        return ports.credentialStore.write(...rest);
      },
    };
    const context = createContext(createEnvironment("https://sites.example", { oauth_credentials: expired }));
    expect(await getOAuthToken(context, config, { ...ports, credentialStore: flaky })).toBe("at-1");
    expect(failures).toEqual([]);
    expect(await stored()).toMatchObject({ access_token: "at-1", refresh_token: "rt-1" });
  });

  it.each([
    {},
    { oauth_credentials: {} },
    { oauth_credentials: "at" },
    { oauth_credentials: { access_token: 1 } },
  ])("tells that nobody connected: %j", async (configuration) => {
    const context = createContext(createEnvironment("https://sites.example", configuration));
    await expect(getOAuthToken(context, config)).rejects.toMatchObject({ code: "not_connected" });
  });

  it("prefers the credentials of the site to those of the organization, and refreshes them there", async () => {
    const site: CredentialOwner = { installation: "ins_1", site: "site_1" };
    const provider = createRotatingProvider();
    const organization = { oauth_credentials: { access_token: "at-organization" } };
    const credentialStore = createMemoryCredentialStore([
      { owner, configuration: organization },
      { owner: site, configuration: { oauth_credentials: expired } },
    ]);
    const environment = {
      ...createEnvironment("https://sites.example", organization),
      siteInstallation: {
        installation: "ins_1",
        site: "site_1",
        status: "active" as const,
        configuration: { oauth_credentials: expired },
        externalIds: [],
        urls: { publicEndpoint: "https://sites.example" },
      },
    };
    const ports = { fetch: provider.fetch, credentialStore, ...createClock() };
    expect(await getOAuthToken(createContext(environment), config, ports)).toBe("at-1");
    expect((await credentialStore.read(owner))?.configuration).toEqual(organization);
    expect((await credentialStore.read(site))?.configuration).toMatchObject({
      oauth_credentials: { access_token: "at-1" },
    });
  });
});
