import { describe, expect, it } from "vitest";
import {
  responding,
  createRefreshWorld,
  createRotatingProvider,
  expired,
  owner,
  start,
  unreachable,
} from "../fixtures/refresh.fixture.ts";
import type { CredentialStore } from "../ports/credential-store.ts";

const seconds = 1000;

describe("a refresh", () => {
  it("keeps the integration's own fields", async () => {
    const { refresh, stored } = createRefreshWorld(expired, createRotatingProvider().fetch);
    expect(await refresh()).toBe("at-1");
    expect(await stored()).toEqual({
      access_token: "at-1",
      token_type: "bearer",
      refresh_token: "rt-1",
      expires_at: start / 1000 + 3600,
      scope: "read",
      team: "T1",
    });
  });

  it("keeps the old refresh token if none is returned, and drops the old expiry", async () => {
    const { refresh, stored } = createRefreshWorld(expired, responding({ access_token: "at-1" }));
    expect(await refresh()).toBe("at-1");
    expect(await stored()).toEqual({
      access_token: "at-1",
      token_type: "bearer",
      refresh_token: "rt-0",
      scope: "read",
      team: "T1",
    });
  });

  it.each(["invalid_grant", "bad_refresh_token", "token_revoked"])(
    "reports and stores needs_reauth after %s",
    async (error) => {
      let calls = 0;
      const { refresh, stored } = createRefreshWorld(expired, async () => {
        calls += 1;
        return Response.json({ error }, { status: 400 });
      });
      await expect(refresh()).rejects.toMatchObject({ code: "needs_reauth", providerError: error });
      await expect(refresh()).rejects.toMatchObject({ code: "needs_reauth" });
      expect(calls).toBe(1);
      expect(await stored()).toEqual({ ...expired, needs_reauth: true });
    },
  );

  it.each([
    ["missing", { access_token: "at", expires_at: start / 1000 }],
    ["empty", { ...expired, refresh_token: "" }],
  ])("requires a reconnect if the refresh token is unusable: %s", async (_name, credentials) => {
    const { refresh } = createRefreshWorld(credentials, unreachable);
    await expect(refresh()).rejects.toMatchObject({ code: "needs_reauth" });
  });

  it.each([
    ["cannot be reached", unreachable, "provider_unreachable"],
    ["is broken", async () => new Response("<h1>Bad gateway</h1>", { status: 502 }), "provider_unreachable"],
    ["rejects the client", responding({ error: "invalid_client" }, 401), "token_refused"],
  ])("leaves the credentials unchanged if the provider %s", async (_name, fetch, code) => {
    const { refresh, stored } = createRefreshWorld(expired, fetch);
    await expect(refresh()).rejects.toMatchObject({ code });
    expect(await stored()).toEqual(expired);
  });

  it("keeps using a valid token if an early refresh fails", async () => {
    const current = { ...expired, expires_at: start / 1000 + 30 };
    const { refresh, stored } = createRefreshWorld(current, unreachable);
    expect(await refresh()).toBe("at-0");
    expect(await stored()).toEqual(current);
  });
});

describe("concurrent refreshes of several processes", () => {
  it("happen once for all of them", async () => {
    const provider = createRotatingProvider();
    const { refresh } = createRefreshWorld(expired, provider.fetch);
    expect(await Promise.all(Array.from({ length: 10 }, () => refresh()))).toEqual(
      Array.from({ length: 10 }, () => "at-1"),
    );
    expect(provider.used).toEqual(["rt-0"]);
  });

  it.each([-59, -45, 0, 45, 59, 3600])("happen once if a clock is %d s ahead", async (ahead) => {
    const provider = createRotatingProvider();
    const { refresh, clock, stored } = createRefreshWorld(expired, provider.fetch);
    const slow = refresh({
      ahead: ahead * seconds,
      fetch: async (...request) => {
        // Within the lease: 10 s for the request plus 20 s.
        for (let waited = 0; waited < 20; waited += 1) await clock.wait(seconds);
        return provider.fetch(...request);
      },
    });
    // The first process has the lease once its request is in flight.
    await clock.wait(seconds);
    expect(await stored()).toHaveProperty("refresh_lease");
    expect(await Promise.all([slow, refresh(), refresh()])).toEqual(["at-1", "at-1", "at-1"]);
    expect(provider.used).toEqual(["rt-0"]);
  });

  it.each([
    ["immediately if it expired a minute ago", start - 60 * seconds, 0],
    ["after the duration of a lease if it is still valid", start + 5 * seconds, 30],
    ["after the duration of a lease if its clock was far ahead", start + 1e9, 30],
  ])("take over the lease of a dead process %s", async (_name, expires_at, waited) => {
    const provider = createRotatingProvider();
    const refresh_lease = { id: "dead", expires_at };
    const { refresh, clock, stored } = createRefreshWorld({ ...expired, refresh_lease }, provider.fetch);
    expect(await refresh()).toBe("at-1");
    expect(clock.now()).toBe(start + waited * seconds);
    expect(await stored()).not.toHaveProperty("refresh_lease");
  });

  it("give up if other processes keep taking the lease", async () => {
    const { refresh, clock, credentialStore } = createRefreshWorld(expired, unreachable);
    const takeLease = async (): Promise<void> => {
      const refresh_lease = { id: crypto.randomUUID(), expires_at: clock.now() + 30 * seconds };
      const oauth_credentials = { ...expired, refresh_lease };
      await credentialStore.write(owner, { configuration: { oauth_credentials } });
    };
    const busy: CredentialStore = {
      ...credentialStore,
      read: async (...rest) => {
        await takeLease();
        return credentialStore.read(...rest);
      },
    };
    const call = refresh({ credentialStore: busy });
    await expect(call).rejects.toMatchObject({ code: "refresh_busy", retryable: true });
    expect(clock.now()).toBeLessThan(start + 120 * seconds);
  });

  it("use what another process has stored meanwhile, and discard their own result", async () => {
    const { refresh, credentialStore } = createRefreshWorld(expired, async () => {
      const oauth_credentials = { access_token: "at-reconnected", refresh_token: "rt-reconnected" };
      await credentialStore.write(owner, { configuration: { oauth_credentials } });
      return Response.json({ access_token: "at-1", expires_in: 3600 });
    });
    expect(await refresh()).toBe("at-reconnected");
  });

  it("keep the new token if another setting changes meanwhile", async () => {
    const { refresh, credentialStore, stored } = createRefreshWorld(expired, async () => {
      await credentialStore.write(owner, { configuration: { channel: "random" } });
      return Response.json({ access_token: "at-1", refresh_token: "rt-1", expires_in: 3600 });
    });
    expect(await refresh()).toBe("at-1");
    expect(await stored()).toMatchObject({ access_token: "at-1", refresh_token: "rt-1" });
    expect((await credentialStore.read(owner))?.configuration.channel).toBe("random");
  });

  it("do not overwrite credentials that change during the write", async () => {
    const { refresh, credentialStore, stored } = createRefreshWorld(
      expired,
      responding({ access_token: "at-1" }),
    );
    let reads = 0;
    const raced: CredentialStore = {
      ...credentialStore,
      read: async (...rest) => {
        const row = await credentialStore.read(...rest);
        reads += 1;
        const oauth_credentials = { access_token: "at-reconnected" };
        if (reads === 2) await credentialStore.write(owner, { configuration: { oauth_credentials } });
        return row;
      },
    };
    expect(await refresh({ credentialStore: raced })).toBe("at-reconnected");
    expect(await stored()).toEqual({ access_token: "at-reconnected" });
  });

  it("do not lose a rotated token if the store fails temporarily", async () => {
    const provider = createRotatingProvider();
    const { refresh, credentialStore, stored } = createRefreshWorld(expired, provider.fetch);
    const failures = [new Error("the platform restarts"), new Error("the platform restarts")];
    const flaky: CredentialStore = {
      ...credentialStore,
      write: async (...rest) => {
        const failure = provider.used.length > 0 && failures.pop();
        if (failure instanceof Error) throw failure;
        return credentialStore.write(...rest);
      },
    };
    expect(await refresh({ credentialStore: flaky })).toBe("at-1");
    expect(failures).toEqual([]);
    expect(await stored()).toMatchObject({ access_token: "at-1", refresh_token: "rt-1" });
  });
});
