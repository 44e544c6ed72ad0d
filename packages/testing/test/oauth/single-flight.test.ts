import { execFile, type PromiseWithChild } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Environment } from "@plugboard/api";
import { createOAuthHandler, type OAuthConfig } from "@plugboard/oauth";
import { createIntegration } from "@plugboard/content/integration";
import { afterEach, describe, expect, it } from "vitest";
import { connectedManifest } from "../../src/platform/connected-manifest.fixture.ts";
import { createTestPlatform } from "../../src/platform/create-test-platform.ts";
import { createOAuthProvider } from "../../src/oauth-provider/create-oauth-provider.ts";
import { testUrls } from "../../src/platform/test-ids.ts";
import type { Service } from "../../src/platform/test-platform-options.ts";
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

/** Sets up a platform and a provider over HTTP, with an installation whose token has expired. */
async function setUp() {
  const world = {
    /** Runs before the provider receives a token request. */
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
  let environment: Environment | undefined;
  const integration = createIntegration({
    fetch: createOAuthHandler(config),
    events: { site_view: (_event, context) => void (environment = context.environment) },
  });
  const services = { [origin]: provider.fetch };
  const options = { manifest: connectedManifest, services };
  const platform = await createTestPlatform(integration, options);
  await platform.connect("oauth_credentials");
  const stored = async () => Object((await platform.installation()).configuration.oauth_credentials);
  await platform.configure({ oauth_credentials: { ...(await stored()), expires_at: 1 } });
  await platform.emit("site_view");
  const api = await serve(async (request) => {
    const [, reader = "", path = ""] = new URL(request.url).pathname.match(/^\/(\w+)\/v1(\/.*)$/) ?? [];
    const response = await platform.network(new Request(`${testUrls.api}${path}`, request));
    world.readers.add(reader);
    world.onRead();
    return response;
  });

  return {
    world,
    provider,
    stored,
    /** Starts a process that requests the token. */
    start: (name: string, ahead = 0): PromiseWithChild<{ readonly stdout: string }> => {
      if (environment === undefined) throw new Error("the integration was not called");
      const order: RefreshOrder = {
        environment: { ...environment, apiEndpoint: `${api}/${name}/v1` },
        config,
        ahead,
      };
      return run(process.execPath, ["--conditions=@plugboard/source", program, JSON.stringify(order)]);
    },
  };
}

describe("getOAuthToken in several processes", () => {
  it("refreshes only once", async () => {
    const { world, provider, stored, start } = await setUp();
    const names = ["one", "two", "three", "four"];
    const allRead = Promise.withResolvers<void>();
    world.onRead = () => world.readers.size === names.length && allRead.resolve();
    // The first process waits until all others have read the expired token.
    world.beforeToken = () => allRead.promise;
    const results = await Promise.all(names.map((name) => start(name)));
    const { access_token } = await stored();
    expect(results.map(({ stdout }) => stdout)).toEqual(Array.from({ length: 4 }, () => access_token));
    // One for the connection, one for the refresh.
    expect(provider.tokenRequests()).toBe(2);
    expect(provider.isActive(access_token)).toBe(true);
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
    expect(await stored()).toHaveProperty("refresh_lease");

    world.beforeToken = async () => {};
    const { stdout } = await start("next", 120_000);
    expect(provider.isActive(stdout)).toBe(true);
    expect(await stored()).toMatchObject({ access_token: stdout });
    expect(await stored()).not.toHaveProperty("refresh_lease");
  });
});
