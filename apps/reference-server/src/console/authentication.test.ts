import { getSession, signIn, signOut } from "@plugboard/api/routes";
import { listSpaces, updatePageContent } from "@plugboard/content/routes";
import { describe, expect, it } from "vitest";
import { sendRaw } from "../fixtures/send-raw.fixture.ts";
import { adminToken, setUpServer } from "../fixtures/set-up-server.fixture.ts";

describe("signing in", () => {
  const { server, call, seeded } = setUpServer();
  const cookieOf = async (): Promise<string> => {
    const { headers } = await call(signIn, { token: null, body: { token: adminToken } });
    return headers.getSetCookie()[0] ?? "";
  };
  const session = async () => ({ cookie: (await cookieOf()).split(";", 1)[0] ?? "" });
  const save = (headers: Readonly<Record<string, string>>) =>
    call(updatePageContent, {
      params: { spaceId: seeded().space, pageId: seeded().page },
      token: null,
      headers,
      body: { markdown: "# Saved\n" },
    });

  it("sets a cookie that scripts and other sites cannot use", async () => {
    const cookie = await cookieOf();
    expect(cookie).toMatch(/^plugboard_session=[\w.-]+; /);
    for (const attribute of ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=86400"])
      expect(cookie).toContain(attribute);
    expect(cookie).not.toContain(adminToken);
  });

  it.each([
    [{ token: "not-the-admin-token" }, 401],
    [{}, 401],
    ["no JSON", 400],
  ])("rejects %j with %d", async (body, status) => {
    const response = await call(signIn, { token: null, body });
    expect(response.status).toBe(status);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it("lets the console read and write", async () => {
    const headers = { ...(await session()), origin: server().urls.console };
    expect((await call(listSpaces, { token: null, headers })).status).toBe(200);
    expect((await save(headers)).status).toBe(200);
  });

  it.each([
    ["no origin", {}],
    ["the sites' origin", { origin: "sites" }],
    ["an opaque origin", { origin: "null" }],
    ["a foreign origin", { origin: "https://evil.example.com" }],
  ])("rejects a change with the cookie from %s", async (_case, { origin }: { readonly origin?: string }) => {
    const from = origin === "sites" ? server().urls.public : origin;
    const response = await save({ ...(await session()), ...(from !== undefined && { origin: from }) });
    expect(response).toMatchObject({ status: 403, body: { code: "forbidden" } });
  });

  it("rejects text after the token instead of ignoring it, and doesn't fall back to the cookie", async () => {
    const authorized = { authorization: `bearer  ${adminToken}` };
    expect((await call(listSpaces, { token: null, headers: authorized })).status).toBe(200);
    const headers = { ...(await session()), authorization: `Bearer ${adminToken} more` };
    expect((await call(listSpaces, { token: null, headers })).status).toBe(401);
  });

  it("reports whether the caller is signed in, and clears the cookie on request", async () => {
    const signedIn = async (headers: Readonly<Record<string, string>>) =>
      (await call(getSession, { token: null, headers })).body;
    expect(await signedIn({})).toEqual({ signedIn: false });
    expect(await signedIn({ cookie: "plugboard_session=made-up" })).toEqual({ signedIn: false });
    expect(await signedIn(await session())).toEqual({ signedIn: true });
    const { headers } = await call(signOut, { token: null });
    expect(headers.getSetCookie()[0]).toMatch(/^plugboard_session=; .*Max-Age=0/);
  });

  it("rejects a copy of the cookie after sign-out", async () => {
    const [copy, other] = [await session(), await session()];
    const headers = { ...copy, origin: server().urls.console };
    expect((await call(signOut, { token: null, headers })).status).toBe(200);
    expect((await call(listSpaces, { token: null, headers: copy })).status).toBe(401);
    expect((await call(getSession, { token: null, headers: copy })).body).toEqual({ signedIn: false });
    expect((await call(listSpaces, { token: null, headers: other })).status).toBe(200);
  });

  it.each([
    ["nothing", {}],
    ["a wrong token", { authorization: "Bearer wrong" }],
    ["a token of another scheme", { authorization: `Basic ${adminToken}` }],
    ["an empty token", { authorization: "Bearer " }],
    ["a made-up session", { cookie: "plugboard_session=made-up" }],
  ])("does not authenticate %s", async (_case, headers) => {
    const response = await call(listSpaces, { token: null, headers });
    expect(response).toMatchObject({ status: 401, body: { code: "unauthorized" } });
  });

  it("keeps all API responses out of caches", async () => {
    expect((await call(listSpaces)).headers.get("cache-control")).toBe("no-store");
    expect((await call(getSession)).headers.get("cache-control")).toBe("no-store");
  });
});

describe("signing in with wrong tokens", () => {
  const { call, errors } = setUpServer();
  const tryToken = (token: string) => call(signIn, { token: null, body: { token } });

  it("is limited after ten attempts, even with the right token, and reported", async () => {
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await tryToken(`wrong-token-${attempt}`)).status).toBe(401);
    for (const token of ["wrong-token", adminToken]) {
      const refused = await tryToken(token);
      expect(refused.status).toBe(429);
      expect(refused.body).toMatchObject({ code: "rate_limited" });
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(refused.headers.get("ratelimit-policy")).toBe('"sign-ins";q=10;w=60');
      expect(refused.headers.getSetCookie()).toEqual([]);
    }
    expect(errors.map(String)).toEqual(
      Array.from({ length: 2 }, () => expect.stringContaining("Too many wrong sign-ins from 127.0.0.1")),
    );
    // A valid bearer token is not limited by others' guesses.
    expect((await call(listSpaces)).status).toBe(200);
  });
});

describe("signing in over https", () => {
  const { server } = setUpServer("SQLite", {
    publicUrl: "https://docs.example.com",
    sitesUrl: "https://sites.example.net",
  });

  it("binds the cookie to the host and to https", async () => {
    const body = JSON.stringify({ token: adminToken });
    const response = await sendRaw(server().port, [
      "POST /v1/session HTTP/1.1",
      "Host: docs.example.com",
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "Connection: close",
      "",
      body,
    ]);
    expect(response).toMatch(
      /set-cookie: __Host-plugboard_session=[\w.-]+; .*Path=\/; HttpOnly; Secure; SameSite=Strict/i,
    );
  });
});
