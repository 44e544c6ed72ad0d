import { execFile, type PromiseWithChild } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { createOAuthHandler, type OAuthConfig } from "@plugboard/oauth";
import { createIntegration } from "@plugboard/runtime";
import { afterEach, describe, expect, it } from "vitest";
import { answerApiCall } from "../api/answer-api-call.ts";
import { createApiOperations } from "../api/create-api-operations.ts";
import { connectedManifest } from "../connected-manifest.fixture.ts";
import { createTestPlatform } from "../create-test-platform.ts";
import { createOAuthProvider } from "../oauth-provider/create-oauth-provider.ts";
import { buildEnvironment } from "../platform/build-environment.ts";
import { createPlatformState } from "../platform/platform-state.ts";
import type { Service } from "../platform/test-platform-options.ts";
import type { RefreshOrder } from "./refresh-process.fixture.ts";
import { type LocalServer, serveLocally } from "./serve-locally.fixture.ts";

const program = join(import.meta.dirname, "refresh-process.fixture.ts");
const run = promisify(execFile);
const servers: LocalServer[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serve(service: Service): Promise<string> {
  const server = await serveLocally(service);
  servers.push(server);
  return `http://127.0.0.1:${server.port}`;
}

/** A platform and a provider over HTTP, and an installation whose token has expired. */
async function setUp() {
  const world = {
    /** What happens before the provider sees a token request. */
    beforeToken: async () => {},
    /** The processes that read the stored credentials. */
    readers: new Set<string>(),
    onRead: () => {},
  };
  const origin = await serve(async (request) => {
    if (request.url.endsWith("/token")) await world.beforeToken();
    return provider.fetch(request);
  });
  const provider = createOAuthProvider({ issuer: origin });
  const { clientId, clientSecret, authorizeURL, accessTokenURL } = provider;
  const config: OAuthConfig = { clientId, clientSecret, authorizeURL, accessTokenURL };
  const oauth_credentials = { ...(await connect(config, origin, provider.fetch)), expires_at: 1 };

  const installation = { configuration: { oauth_credentials } };
  const state = createPlatformState({ manifest: connectedManifest, installation });
  const operations = createApiOperations(state, async () => {});
  const api = await serve(async (request) => {
    const [, reader = "", path = ""] = new URL(request.url).pathname.match(/^\/(\w+)(\/.*)$/) ?? [];
    const { response } = await answerApiCall(state, operations, new Request(`${api}${path}`, request));
    world.readers.add(reader);
    world.onRead();
    return response;
  });

  return {
    world,
    provider,
    stored: () => Object(state.installations.account.configuration.oauth_credentials),
    /** Starts a process that asks for the token. */
    start: (name: string, ahead = 0): PromiseWithChild<{ readonly stdout: string }> => {
      const environment = { ...buildEnvironment(state, {}), apiEndpoint: `${api}/${name}/v1` };
      const order: RefreshOrder = { environment, config, ahead };
      return run(process.execPath, ["--conditions=@plugboard/source", program, JSON.stringify(order)]);
    },
  };
}

/** Credentials of a flow that was run in memory. */
async function connect(config: OAuthConfig, origin: string, provider: Service): Promise<object> {
  const integration = createIntegration({ fetch: createOAuthHandler(config) });
  const services = { [origin]: provider };
  const platform = createTestPlatform(integration, { manifest: connectedManifest, services });
  await platform.createBrowser().open(`${platform.publicEndpoint}/oauth`);
  return Object(platform.installation().configuration.oauth_credentials);
}

describe("getOAuthToken in processes of their own", { timeout: 60_000 }, () => {
  it("refreshes once for all of them", async () => {
    const { world, provider, stored, start } = await setUp();
    const names = ["one", "two", "three", "four"];
    const allRead = Promise.withResolvers<void>();
    world.onRead = () => world.readers.size === names.length && allRead.resolve();
    // The first is not done before all others found the expired token.
    world.beforeToken = () => allRead.promise;
    const results = await Promise.all(names.map((name) => start(name)));
    expect(results.map(({ stdout }) => stdout)).toEqual(names.map(() => stored().access_token));
    // One for the connection, one for the refresh.
    expect(provider.tokenRequests()).toBe(2);
    expect(provider.isActive(stored().access_token)).toBe(true);
  });

  it("refreshes after a process was killed while it refreshed", async () => {
    const { world, provider, stored, start } = await setUp();
    const asked = Promise.withResolvers<void>();
    world.beforeToken = () => {
      asked.resolve();
      return new Promise<never>(() => {});
    };
    const killed = start("killed");
    await asked.promise;
    killed.child.kill("SIGKILL");
    await expect(killed).rejects.toMatchObject({ signal: "SIGKILL" });
    expect(stored()).toHaveProperty("refresh_lease");

    world.beforeToken = async () => {};
    const { stdout } = await start("next", 120_000);
    expect(provider.isActive(stdout)).toBe(true);
    expect(stored()).toMatchObject({ access_token: stdout });
    expect(stored()).not.toHaveProperty("refresh_lease");
  });
});
