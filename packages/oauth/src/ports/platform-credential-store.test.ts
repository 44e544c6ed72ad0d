import { createApiClient } from "@plugboard/api/client";
import { describe, expect, it } from "vitest";
import { createContext, createEnvironment } from "../fixtures/oauth-context.fixture.ts";
import { publicEndpoint } from "../fixtures/oauth-config.fixture.ts";
import { createPlatformCredentialStore } from "./platform-credential-store.ts";

// The tests of @plugboard/testing run the contract against a platform.

const owner = { installation: "ins_1" };
const change = { configuration: { oauth_credentials: { access_token: "at-1f2e" } } };

/** Returns a store whose platform sends these responses in order, and the requests to it. */
function createStore(
  responses: readonly Response[],
  apiTokens = createEnvironment(publicEndpoint).apiTokens,
) {
  const requests: Request[] = [];
  const left = [...responses];
  const environment = { ...createEnvironment(publicEndpoint), apiTokens };
  const api = (token: string | undefined) =>
    createApiClient({
      endpoint: environment.apiEndpoint,
      token,
      wait: async () => {},
      fetch: async (url, init) => {
        requests.push(new Request(url, init));
        return left.shift() ?? Response.error();
      },
    });
  const context = createContext(environment);
  const store = createPlatformCredentialStore({
    ...context,
    api: api(apiTokens.installation),
    integration: { api: api(apiTokens.integration) },
  });
  return { store, requests };
}

const saved = (updatedAt: string) => Response.json({ configuration: {}, updatedAt });
const refused = (status: number) =>
  Response.json({ code: "refused", detail: "at-1f2e was refused" }, { status });

describe("createPlatformCredentialStore", () => {
  it.each([
    ["installation", { integration: "of-integration", installation: "of-installation" }],
    ["integration", { integration: "of-integration" }],
  ])("uses the token of the %s if no more specific one exists", async (level, tokens) => {
    const { store, requests } = createStore([saved("1")], tokens);
    await store.read(owner);
    expect(requests.map(({ headers }) => headers.get("authorization"))).toEqual([`Bearer of-${level}`]);
  });

  it("retries an unconditional write after a conflict", async () => {
    const { store, requests } = createStore([refused(409), refused(409), saved("3")]);
    expect(await store.write(owner, change)).toBe("3");
    expect(requests).toHaveLength(3);
    expect(await requests[2]?.json()).toEqual(change);
  });

  it("does not write if its condition fails", async () => {
    const { store, requests } = createStore([refused(412), saved("3")]);
    expect(await store.write(owner, change, "1")).toBeUndefined();
    expect(requests).toHaveLength(1);
    expect(requests[0]?.headers.get("if-match")).toBe('"1"');
  });

  it.each([
    ["rejects the request", [refused(422)]],
    ["always reports a conflict", [refused(409), refused(409), refused(409)]],
    ["cannot be reached", []],
  ])("reports that the platform %s, without quoting the credentials", async (_name, responses) => {
    const { store } = createStore(responses);
    const failure = await store.write(owner, change).catch((error: unknown) => error);
    expect(failure).toMatchObject({ name: "OAuthError", code: "storage_failed", retryable: true });
    expect(failure).not.toHaveProperty("cause");
    expect(String(failure)).not.toContain("1f2e");
  });
});
