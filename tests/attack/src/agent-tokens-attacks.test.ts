import { listOrganizations, removeMember } from "@plugboard/api/routes";
import { atNight } from "@plugboard/test-postgres";
import { describe, expect, it } from "vitest";
import {
  clientId,
  otherClientId,
  setUpAgents,
  tokensSchema,
} from "../../../apps/reference-server/src/fixtures/set-up-agents.fixture.ts";
import { pathOf } from "../../../apps/reference-server/src/fixtures/set-up-server.fixture.ts";
import { formatReports } from "./attack-report.ts";

/** Attempts that must be refused, counted. */
function countAttempts() {
  const breaches: string[] = [];
  let cases = 0;
  return {
    /** Notes an attempt. Only a refusal by the server is right, not a failure of it. */
    note: (what: string, status: number, isRefused = status >= 400 && status < 500) => {
      cases += 1;
      if (!isRefused) breaches.push(`${what}: ${status}`);
    },
    report: () => ({ name: "tokens of agents", cases, breaches }),
  };
}

describe.each(["SQLite", ...atNight("PostgreSQL")] as const)(
  "attacks with agents' codes and tokens on %s",
  (kind) => {
    const { seeded, succeed, origin, urlOf, errors, ada, otherOrganization, ...agents } = setUpAgents(kind);
    const { authorize, decide, obtainCode, exchange, connect, refresh, list, createEditor, agentsOf } =
      agents;

    it("get one token at most from simultaneous exchanges of a code", async () => {
      const { url: _, ...granted } = await obtainCode(ada());
      const results = await Promise.all(Array.from({ length: 8 }, () => exchange(granted)));
      const refused = results.filter(({ status }) => status !== 200);
      expect(refused.length).toBeGreaterThanOrEqual(7);
      for (const { status, body } of refused)
        expect({ status, body }).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    });

    it("let no one in", async () => {
      const { note, report } = countAttempts();
      const other = otherOrganization();
      const own = seeded().organization;

      const { access_token: token, refresh_token: refreshToken } = await connect(ada());
      expect((await list(token)).status).toBe(200);
      const spoiled = {
        "a longer token": `${token}x`,
        "a shorter token": token.slice(0, -1),
        "a token in capitals": token.toUpperCase(),
        "a token without its prefix": token.replace("pba_", ""),
        "a refresh token": refreshToken,
        "a refresh token with another prefix": refreshToken.replace("pbr_", "pba_"),
      };
      for (const [what, tried] of Object.entries(spoiled)) note(what, (await list(tried)).status);
      const bearer = { authorization: `Bearer ${token}` };
      const elsewhere = [
        urlOf(other),
        `${urlOf(other)}/operations`,
        `${urlOf(other)}/content`,
        urlOf("org_nothing"),
        `${origin()}/mcp/portal`,
        `${origin()}${pathOf(listOrganizations)}`,
        `${origin()}/v1/organizations/${own}/tools`,
      ];
      const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
      for (const url of elsewhere)
        for (const method of ["GET", "POST"]) {
          const headers = { ...bearer, "content-type": "application/json", accept: "application/json" };
          const response = await fetch(url, { method, headers, ...(method === "POST" && { body }) });
          note(`a token at ${method} ${url}`, response.status);
        }
      for (const path of ["/auth/agents", "/auth/list-sessions"])
        note(`a token at ${path}`, (await fetch(`${origin()}${path}`, { headers: bearer })).status);

      const codes = {
        "no verifier": {},
        "an empty verifier": { code_verifier: "" },
        "another verifier": { code_verifier: "x".repeat(43) },
        "another client": { client_id: otherClientId },
        "an unknown client": { client_id: "https://evil.example/client.json" },
        "another redirect": { redirect_uri: "https://agent.example.com/callback" },
        "another resource": { resource: urlOf(other) },
        "a resource below": { resource: `${urlOf()}/x` },
        "a foreign resource": { resource: "https://evil.example" },
        "another grant type": { grant_type: "client_credentials" },
        "a password grant": { grant_type: "password" },
      };
      for (const [what, changes] of Object.entries(codes)) {
        const { code, code_verifier } = await obtainCode(ada());
        const sent = { code, ...(!what.endsWith("verifier") && { code_verifier }), ...changes };
        note(`a code with ${what}`, (await exchange(sent)).status);
      }
      const { url: _, ...granted } = await obtainCode(ada());
      const { access_token: first } = tokensSchema.parse((await exchange(granted)).body);
      for (let replay = 0; replay < 8; replay += 1) note("a used code", (await exchange(granted)).status);
      note("the token of a replayed code", (await list(first)).status);

      const refreshes = {
        "another client": { client_id: otherClientId },
        "another resource": { resource: urlOf(other) },
        "a foreign resource": { resource: "https://evil.example" },
        "more scopes": { scope: "agent:tools:read organization:bodies:read admin" },
        "another token": { refresh_token: `${refreshToken}x` },
        "an access token": { refresh_token: token },
      };
      const grant = { grant_type: "refresh_token", refresh_token: refreshToken };
      for (const [what, changes] of Object.entries(refreshes))
        note(`a refresh with ${what}`, (await exchange({ ...grant, ...changes })).status);

      const { person: bob, id: userId } = await createEditor("Bob");
      const { location } = await authorize(bob, { resource: urlOf(other), prompt: "consent" });
      note("consent to an organization of others", (await decide(bob, location)).status);
      const { location: page } = await authorize(bob, { prompt: "consent" });
      for (const [name, value] of [
        ["resource", urlOf(other)],
        ["client_id", otherClientId],
        ["redirect_uri", "https://evil.example/callback"],
        ["scope", "organization:bodies:read"],
        ["code_challenge", "x".repeat(43)],
      ] as const) {
        const altered = new URL(page?.href ?? "");
        altered.searchParams.set(name, value);
        note(`a page with another ${name}`, (await decide(bob, altered)).status);
      }
      const bobs = await connect(bob);
      expect((await list(bobs.access_token)).status).toBe(200);
      await succeed(removeMember, { params: { organizationId: own, userId } });
      note("a removed member's token", (await list(bobs.access_token)).status);
      note("a removed member's refresh", (await refresh(bobs.refresh_token)).status);

      const last = await connect(ada());
      for (const { id } of await agentsOf(ada())) await ada().post("/auth/agents/disconnect", { id });
      for (const each of [last.access_token, token]) note("a revoked token", (await list(each)).status);
      for (const each of [last.refresh_token, refreshToken])
        note("a revoked refresh", (await refresh(each)).status);
      note("a revoked token and another client", (await exchange({ ...grant, client_id: clientId })).status);

      console.log(formatReports([report()]));
      expect(report().breaches).toEqual([]);
      expect(errors).toEqual([]);
    });
  },
);
