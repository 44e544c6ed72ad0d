import { atNight } from "@plugboard/test-postgres";
import { describe, expect, it } from "vitest";
import { clientId, redirectUri, setUpAgents, tokensSchema } from "../fixtures/set-up-agents.fixture.ts";

describe.each(["SQLite", ...atNight("PostgreSQL")] as const)(
  "agents' authorization requests on %s",
  (kind) => {
    const { origin, urlOf, errors, fetched, ada, otherOrganization, ...agents } = setUpAgents(kind);
    const { authorize, decide, obtainCode, exchange, connect, refresh, list, ownAddress } = agents;

    it("can't request other resources or organizations", async () => {
      for (const resource of ["https://evil.example", `${origin()}/mcp/org_nothing`, `${urlOf()}/x`]) {
        const { location } = await authorize(ada(), { resource });
        expect(`${location?.origin}${location?.pathname}`).toBe(redirectUri);
        expect(location?.searchParams.get("error")).toBe("invalid_target");
      }
      const { location } = await authorize(ada(), { resource: undefined, prompt: "consent" });
      expect(await decide(ada(), location)).toMatchObject({ status: 400, body: { error: "invalid_target" } });
    });

    it("can't redirect to a page that they didn't register", async () => {
      for (const changes of [
        { redirect_uri: "https://evil.example/callback" },
        { redirect_uri: "https://agent.example.com.evil.example/callback" },
        { redirect_uri: `${redirectUri}/../evil` },
        { redirect_uri: "https://evil.example/callback", response_type: "none" },
        { client_id: "https://evil.example/client.json", redirect_uri: "https://evil.example/callback" },
        { client_id: "http://agent.example.com/client.json" },
        { client_id: "https://127.0.0.1/client.json" },
        { client_id: "https://localhost/client.json" },
        { client_id: "unknown" },
      ]) {
        const { location, status } = await authorize(ada(), changes);
        const isErrorPage = location?.origin === origin() && location.pathname !== "/connect-agent";
        expect([changes, isErrorPage || (location === null && status >= 400)]).toEqual([changes, true]);
      }
      expect(fetched.filter((url) => !/^https:\/\/(agent|evil)\.example/.test(url))).toEqual([]);
      const { location } = await authorize(ada(), { prompt: "consent" });
      const forged = new URL(location?.href ?? "");
      forged.searchParams.set("redirect_uri", "https://evil.example/callback");
      expect(await decide(ada(), forged)).toMatchObject({
        status: 400,
        body: { error: "invalid_signature" },
      });
      expect(await decide(ada(), forged, { accept: false })).toMatchObject({ status: 400 });
      const consent = { accept: true, oauth_query: location?.search.slice(1) };
      const foreign = { origin: "https://evil.example" };
      expect((await ada().post("/auth/oauth2/consent", consent, foreign)).status).toBe(403);
    });

    it("need their code's own verifier, and can use it once", async () => {
      const first = await obtainCode(ada());
      expect((await exchange({ code: first.code })).status).toBe(400);
      const { code } = await obtainCode(ada());
      const wrong = await exchange({ code, code_verifier: first.code_verifier });
      expect(wrong).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
      const { url, ...own } = await obtainCode(ada());
      expect(url.searchParams.get("iss")).toBe(`${origin()}/auth`);
      const elsewhere = await exchange({ ...own, resource: urlOf(otherOrganization()) });
      expect(elsewhere).toMatchObject({ status: 400, body: { error: "invalid_target" } });
      const { url: _, ...good } = await obtainCode(ada());
      const { access_token: token } = tokensSchema.parse((await exchange(good)).body);
      expect(await exchange(good)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
      // Reusing a code revokes the tokens that it was exchanged for.
      expect((await list(token)).status).toBe(401);
      const plain = await authorize(ada(), { code_challenge: undefined, code_challenge_method: undefined });
      expect(plain.location?.searchParams.get("error")).toBe("invalid_request");
      const weak = await authorize(ada(), { code_challenge_method: "plain" });
      expect(weak.location?.searchParams.get("error")).toBe("invalid_request");
    });

    it.each([
      {},
      { prompt: "none" },
      { prompt: "login" },
      { prompt: "login consent" },
      { prompt: "select_account" },
      { max_age: "0" },
      { prompt: "consent", max_age: "0" },
    ])("get no code without the person's decision, even if they are connected, with %o", async (changes) => {
      await connect(ada());
      const { location } = await authorize(ada(), changes);
      expect(location?.pathname).toBe("/connect-agent");
      const { code, code_verifier } = await obtainCode(ada(), changes);
      expect(await exchange({ code, code_verifier })).toMatchObject({ status: 200 });
    });

    it("reach only the endpoints that they need", async () => {
      for (const path of ["register", "create-client", "introspect", "userinfo", "update-consent"])
        expect((await ada().post(`/auth/oauth2/${path}`, {})).status).toBe(404);
      expect((await ada().get("/auth/admin/oauth2/resources")).status).toBe(404);
    });

    it("ask for the scopes of tools and events if none is requested", async () => {
      const { location } = await authorize(ada(), { scope: undefined });
      expect(location?.searchParams.get("scope")).toBe(
        "agent:tools:read agent:tools:write agent:events:read offline_access",
      );
    });

    it("get refresh tokens without requesting them", async () => {
      const request = { scope: "agent:tools:read" };
      const { code, code_verifier } = await obtainCode(ada(), request);
      const tokens = tokensSchema.parse((await exchange({ code, code_verifier })).body);
      expect(tokens.scope).toBe("agent:tools:read offline_access");
      const refreshed = tokensSchema.parse((await refresh(tokens.refresh_token)).body);
      expect((await list(refreshed.access_token)).status).toBe(200);
    });

    it("revoke their tokens, and get no error for unknown ones", async () => {
      const { access_token: token, refresh_token: refreshToken } = await connect(ada());
      const revoke = async (body: Readonly<Record<string, string>>) => {
        const url = `${origin()}/auth/oauth2/revoke`;
        const form = new URLSearchParams({ client_id: clientId, ...body });
        return (await fetch(url, { method: "POST", headers: ownAddress(), body: form })).status;
      };
      for (const unknown of ["unknown", "pba_unknown", "pbr_unknown"])
        for (const hint of ["access_token", "refresh_token", "other"])
          expect(await revoke({ token: unknown, token_type_hint: hint })).toBe(200);
      expect([await revoke({ token: "" }), await revoke({})]).toEqual([400, 400]);
      expect(await revoke({ token, client_id: "https://evil.example/client.json" })).toBe(400);
      expect((await list(token)).status).toBe(200);
      expect(await revoke({ token: refreshToken })).toBe(200);
      expect((await refresh(refreshToken)).status).toBe(400);
      expect((await list(token)).status).toBe(401);
    });

    it("can't contain the character U+0000", async () => {
      for (const name of ["client_id", "redirect_uri", "scope", "state", "resource", "code_challenge"])
        expect((await authorize(ada(), { [name]: "a\0b" })).status).toBe(400);
      for (const name of ["client_id", "code", "code_verifier", "refresh_token", "resource"])
        expect((await exchange({ [name]: "a\0b" })).status).toBe(400);
      for (const [path, body] of [
        ["oauth2/consent", { accept: true, oauth_query: "a\0b" }],
        ["agents/disconnect", { id: "\0" }],
        ["sign-in/email", { email: "a\0@example.com", password: "a\0" }],
        ["invitations/read", { token: "\0" }],
      ] as const)
        expect((await ada().post(`/auth/${path}`, body, ownAddress())).status).toBe(400);
      expect((await ada().get("/auth/agents?organizationId=%00")).status).toBe(400);
      expect(errors).toEqual([]);
    });
  },
);
