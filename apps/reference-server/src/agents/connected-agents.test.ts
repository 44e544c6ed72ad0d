import { addMember, listAuditEntries, removeMember, updateMember } from "@plugboard/api/routes";
import { atNight } from "@plugboard/test-postgres";
import { describe, expect, it } from "vitest";
import { createAccountClient } from "../fixtures/account-client.fixture.ts";
import {
  clientId,
  idSchema,
  password,
  setUpAgents,
  tokensSchema,
  urlSchema,
} from "../fixtures/set-up-agents.fixture.ts";
import { adminToken } from "../fixtures/set-up-server.fixture.ts";

describe.each(["SQLite", ...atNight("PostgreSQL")] as const)("connected agents on %s", (kind) => {
  const { seeded, succeed, origin, ada, adaId, otherOrganization, ...agents } = setUpAgents(kind);
  const { authorize, decide, connect, refresh, list, invite, createEditor, agentsOf } = agents;

  it("lose access as soon as the person disconnects them", async () => {
    const { access_token: token, refresh_token: refreshToken } = await connect(ada());
    const refreshed = tokensSchema.parse((await refresh(refreshToken)).body);
    const agent = (await agentsOf(ada())).find(
      ({ organization }) => idSchema.parse(organization).id === seeded().organization,
    );
    expect(agent).toMatchObject({ clientId, name: "Test agent" });
    const stranger = createAccountClient(origin());
    expect((await stranger.post("/auth/agents/disconnect", { id: agent?.id })).status).toBe(401);
    expect((await ada().post("/auth/agents/disconnect", { id: agent?.id })).status).toBe(200);
    expect((await list(token)).status).toBe(401);
    expect((await list(refreshed.access_token)).status).toBe(401);
    expect((await refresh(refreshed.refresh_token)).status).toBe(400);
    expect((await ada().post("/auth/agents/disconnect", { id: agent?.id })).status).toBe(404);
  });

  it("can be disconnected by managers of the organization, but not by other members", async () => {
    const { person: lin, id: linId } = await createEditor("Lin", otherOrganization());
    const { access_token: token } = await connect(lin, { organizationId: otherOrganization() });
    await connect(ada(), { organizationId: otherOrganization() });
    const path = `/auth/agents?organizationId=${otherOrganization()}`;
    // Both people are editors in this organization.
    expect((await lin.get(path)).status).toBe(403);
    for (const { id } of await agentsOf(ada()))
      expect((await lin.post("/auth/agents/disconnect", { id })).status).toBe(404);
    const params = { organizationId: otherOrganization(), userId: adaId() };
    await succeed(updateMember, { params, body: { role: "admin" } });
    const items = await agentsOf(ada(), path);
    expect(items.map(({ person }) => person)).toContainEqual({ id: linId, name: "Lin" });
    expect((await list(token, otherOrganization())).status).toBe(200);
    for (const { id } of items) await ada().post("/auth/agents/disconnect", { id });
    expect((await list(token, otherOrganization())).status).toBe(401);
    expect(await ada().get(path)).toMatchObject({ status: 200, body: { items: [] } });
  });

  it("lose access as soon as the person leaves the organization", async () => {
    const { person: grace, email, id: userId } = await createEditor("Grace");
    const { access_token: token } = await connect(grace);
    expect((await list(token)).status).toBe(200);
    await succeed(removeMember, { params: { organizationId: seeded().organization, userId } });
    expect((await list(token)).status).toBe(401);
    const { location } = await authorize(grace, { prompt: "consent" });
    expect(await decide(grace, location)).toMatchObject({ status: 403, body: { error: "access_denied" } });
    const request = { oauth_query: location?.search.slice(1) };
    expect((await grace.post("/auth/agents/requests/read", request)).status).toBe(403);
    await invite(seeded().organization, email, grace, {});
    expect((await list(token)).status).toBe(401);
    expect((await grace.get("/auth/agents")).body).toEqual({ items: [] });
    const { access_token: next } = await connect(grace);
    expect((await list(next)).status).toBe(200);
    expect((await grace.post("/auth/delete-user")).status).toBe(200);
    expect((await list(next)).status).toBe(401);
  });

  it("stay disconnected if the person is added again", async () => {
    const { person: grace, id: userId } = await createEditor("Grace");
    const { access_token: token, refresh_token: refreshToken } = await connect(grace);
    const params = { organizationId: seeded().organization, userId };
    await succeed(removeMember, { params });
    await succeed(addMember, { params, body: { name: "Grace", role: "editor" } });
    expect((await list(token)).status).toBe(401);
    expect((await refresh(refreshToken)).status).toBe(400);
    expect(await agentsOf(grace)).toEqual([]);
  });

  it.each(["a password reset", "a new password", "signing out everywhere", "signing out elsewhere"])(
    "lose access after %s",
    async (change) => {
      const { person: grace, email, id } = await createEditor("Grace");
      const { access_token: token, refresh_token: refreshToken } = await connect(grace);
      const newPassword = "a much better password";
      const attempt = { currentPassword: "a wrong password", newPassword, revokeOtherSessions: true };
      expect((await grace.post("/auth/change-password", attempt)).status).toBe(400);
      const kept = { currentPassword: password, newPassword: password };
      expect((await grace.post("/auth/change-password", kept)).status).toBe(200);
      expect((await list(token)).status).toBe(200);
      const admin = { authorization: `Bearer ${adminToken}` };
      const changes: Readonly<Record<string, () => Promise<{ readonly status: number }>>> = {
        "a password reset": async () => {
          const { body } = await ada().post("/auth/password-link", { email }, admin);
          const [, resetToken] = urlSchema.parse(body).url.split("#");
          return await ada().post("/auth/reset-password", { token: resetToken, newPassword });
        },
        "a new password": () =>
          grace.post("/auth/change-password", { ...attempt, currentPassword: password }),
        "signing out everywhere": () => grace.post("/auth/revoke-sessions"),
        "signing out elsewhere": () => grace.post("/auth/revoke-other-sessions"),
      };
      expect((await changes[change]?.())?.status).toBe(200);
      expect((await list(token)).status).toBe(401);
      expect((await refresh(refreshToken)).status).toBe(400);
      const query = { organization: seeded().organization, operation: "disconnectAgent" };
      expect(await succeed(listAuditEntries, { query })).toMatchObject({
        items: expect.arrayContaining([
          expect.objectContaining({ resource: expect.objectContaining({ clientId, userId: id }) }),
        ]),
      });
    },
  );
});
