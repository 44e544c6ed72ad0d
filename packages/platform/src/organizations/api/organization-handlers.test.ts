import {
  acceptInvitation,
  addMember,
  createApiKey,
  createInvitation,
  createOrganization,
  requestSupportAccess,
  getOrganization,
  listApiKeys,
  listInvitations,
  listMembers,
  listOrganizations,
  removeMember,
  revokeApiKey,
  revokeInvitation,
  saveDeliveryView,
  updateMember,
  updateOrganization,
} from "@plugboard/api/routes";
import { getPage, listSpaces, savePageDraft } from "../../../../content/src/client/routes.ts";
import { describe, expect, it } from "vitest";
import { createId } from "../../common/create-id.ts";
import { withoutTenantScope } from "../../database/organization-scope.ts";
import { administrator, person, setUpApi } from "../../fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../../fixtures/set-up-storage.fixture.ts";
import { addMember as addMemberRow, leaveOrganizations, listMembershipsOf } from "../members.ts";
import type { Principal } from "../../access/principal.ts";
import { tablesOf } from "../../../../content/src/database/tables-of.ts";

describe.each(databaseKinds)("organizations on %s", (kind) => {
  const { call, succeed, createContent, platform, clock } = setUpApi(kind, {
    organizationCreation: "person",
  });
  const newName = () => createId("org").toLowerCase().replace("_", "-");

  /** An organization with an owner, and a function that signs a person in with their current roles. */
  async function setUp() {
    const ownerId = createId("key");
    const created = await succeed(person(ownerId), createOrganization, {
      body: { title: "Acme", subdomain: newName() },
    });
    const organization = String(created["id"]);
    const signIn = async (id: string): Promise<Principal> => ({
      type: "member",
      id,
      name: id,
      memberships: await listMembershipsOf(platform(), id),
    });
    return {
      organization,
      params: { organizationId: organization },
      ownerId,
      signIn,
      owner: await signIn(ownerId),
    };
  }

  it("are created once per idempotency key, and owned by their creators", async () => {
    const creator = person(createId("key"));
    const body = { title: "Acme", subdomain: newName() };
    const headers = { "idempotency-key": "one" };
    const [first, again] = [
      await succeed(creator, createOrganization, { body, headers }),
      await succeed(creator, createOrganization, { body, headers }),
    ];
    expect(again).toEqual(first);
    expect(await call(creator, createOrganization, { body })).toMatchObject({
      status: 409,
      body: { code: "conflict" },
    });
  });

  it("are listed for their members, and renamed by their managers", async () => {
    const [{ organization, params, owner }, other] = [await setUp(), await setUp()];
    expect(await succeed(owner, listOrganizations)).toMatchObject({ items: [{ id: organization }] });
    await succeed(owner, updateOrganization, { params, body: { title: "Renamed" } });
    expect(await succeed(owner, getOrganization, { params })).toMatchObject({ title: "Renamed" });
    expect((await call(other.owner, getOrganization, { params })).status).toBe(404);
    const reader = person("somebody", { [organization]: "reader" });
    expect((await call(reader, updateOrganization, { params, body: { title: "No" } })).status).toBe(403);
    const taken = await succeed(other.owner, getOrganization, { params: other.params });
    const body = { subdomain: taken["subdomain"] };
    expect((await call(owner, updateOrganization, { params, body })).status).toBe(409);
  });

  it("add a member by an invitation that works once, until it expires or is withdrawn", async () => {
    const { organization, params, owner } = await setUp();
    const invite = async (body: object = {}) => {
      const email = "ada@acme.example";
      return await succeed(owner, createInvitation, { params, body: { email, role: "editor", ...body } });
    };
    const accept = async (invited: Record<string, unknown>, who = createId("key")) =>
      await call(person(who), acceptInvitation, { body: { token: invited["token"] } });
    const first = await invite();
    expect(await succeed(owner, listInvitations, { params })).toEqual({
      items: [expect.not.objectContaining({ token: expect.anything() })],
    });
    const ada = createId("key");
    expect(await accept(first, ada)).toMatchObject({ status: 200, body: { organization, role: "editor" } });
    expect(await listMembershipsOf(platform(), ada)).toEqual([{ organization, role: "editor" }]);
    expect((await accept(first)).status).toBe(404);
    expect((await accept(await invite(), ada)).status).toBe(409);

    const withdrawn = await invite();
    await succeed(owner, revokeInvitation, { params: { ...params, invitationId: String(withdrawn["id"]) } });
    const old = await invite({ expiresInSeconds: 60 });
    clock.now += 60_000;
    expect([(await accept(withdrawn)).status, (await accept(old)).status]).toEqual([404, 404]);

    const raced = await invite();
    const results = await Promise.all(Array.from({ length: 4 }, () => accept(raced)));
    expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404]);
  });

  it("always keep an owner, whose role only owners can change", async () => {
    const { organization, params, ownerId, owner, signIn } = await setUp();
    const [second, admin] = [createId("key"), createId("key")];
    const add = async (userId: string, role: string) =>
      await succeed(administrator, addMember, {
        params: { ...params, userId },
        body: { name: userId, role },
      });
    expect((await call(owner, removeMember, { params: { ...params, userId: ownerId } })).status).toBe(409);
    expect(
      (
        await call(administrator, addMember, {
          params: { ...params, userId: second },
          body: { name: "s", role: "owner" },
        })
      ).status,
    ).toBe(403);
    await succeed(administrator, requestSupportAccess, { params, body: { reason: "Their owner is ill." } });
    await add(second, "owner");
    await add(admin, "admin");
    const manager = await signIn(admin);
    const ofOwner = { ...params, userId: ownerId };
    for (const [route, body] of [
      [removeMember, undefined],
      [updateMember, { role: "reader" }],
    ] as const)
      expect((await call(manager, route, { params: ofOwner, body })).status).toBe(403);
    const invitation = { email: "a@acme.example", role: "owner" };
    expect((await call(manager, createInvitation, { params, body: invitation })).status).toBe(403);
    expect((await call(manager, createApiKey, { params, body: { name: "k", role: "owner" } })).status).toBe(
      403,
    );

    const left = await Promise.all(
      [ownerId, second].map(async (userId) =>
        call(await signIn(userId), removeMember, { params: { ...params, userId } }),
      ),
    );
    expect(left.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 409]);
    await succeed(manager, removeMember, { params: { ...params, userId: admin } });
    expect(await listMembershipsOf(platform(), admin)).toEqual([]);
    expect(await succeed(administrator, listMembers, { params })).toMatchObject({
      items: [{ role: "owner" }],
    });
    expect((await call(person("x", { [organization]: "reader" }), listMembers, { params })).status).toBe(200);
  });

  it("are all left by a person, or none if one would have no owner", async () => {
    const [one, other] = [await setUp(), await setUp()];
    const userId = createId("key");
    await addMemberRow(platform(), one.organization, { id: userId, name: "Grace" }, "editor");
    await addMemberRow(platform(), other.organization, { id: userId, name: "Grace" }, "owner");
    await succeed(await other.signIn(userId), removeMember, {
      params: { ...other.params, userId: other.ownerId },
    });
    const leave = () =>
      withoutTenantScope("signIn", () =>
        leaveOrganizations(platform(), [one.organization, other.organization], userId),
      );
    await expect(leave()).rejects.toThrow("Grace is the last owner of Acme.");
    expect(await listMembershipsOf(platform(), userId)).toHaveLength(2);
    await addMemberRow(platform(), other.organization, { id: createId("key"), name: "Ada" }, "owner");
    await leave();
    expect(await listMembershipsOf(platform(), userId)).toEqual([]);
  });

  it("refuse to invite members, and resend open or expired invitations", async () => {
    const { organization, params, owner, signIn } = await setUp();
    const invite = async (body: object) =>
      await call(owner, createInvitation, { params, body: { role: "editor", ...body } });
    const list = async () => Object(await succeed(owner, listInvitations, { params })).items;
    const email = "Grace@acme.example";
    const first = Object((await invite({ email, expiresInSeconds: 60 })).body);
    expect(first).toMatchObject({ isResent: false });
    clock.now += 60_000;
    expect(await list()).toMatchObject([{ id: first.id, email }]);
    const late = await call(person("late"), acceptInvitation, { body: { token: first.token } });
    expect(late).toMatchObject({ status: 404, body: { detail: expect.stringContaining("expired") } });
    const again = Object((await invite({ email: "grace@acme.example", role: "admin" })).body);
    expect(again).toMatchObject({ id: first.id, role: "admin", isResent: true });
    expect(await list()).toHaveLength(1);
    expect((await call(person("late"), acceptInvitation, { body: { token: first.token } })).status).toBe(404);

    const grace = { id: createId("key"), name: "Grace", email };
    const { token } = again;
    await addMemberRow(platform(), organization, grace, "reader");
    const { id: userId } = grace;
    for (const [suspended, message] of [
      [true, "Grace@acme.example is a suspended member. Restore their access instead."],
      [false, "Grace@acme.example is already a member."],
    ] as const) {
      await succeed(owner, updateMember, { params: { ...params, userId }, body: { suspended } });
      expect(await invite({ email })).toMatchObject({
        status: 409,
        body: { detail: message, problems: [{ path: "email", message }] },
      });
      const accepted = await call(await signIn(userId), acceptInvitation, { body: { token } });
      expect(accepted).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining(suspended ? "suspended" : "already") },
      });
      expect(await listMembershipsOf(platform(), userId)).toHaveLength(suspended ? 0 : 1);
    }
  });

  it("check roles as they are when a member is changed, not when the request arrived", async () => {
    const { organization, params, ownerId, owner, signIn } = await setUp();
    const [admin, member] = [createId("key"), createId("key")];
    await addMemberRow(platform(), organization, { id: admin, name: "Ada" }, "admin");
    const manager = await signIn(admin);
    const ofMember = { ...params, userId: member };
    const changes = [
      [updateMember, { role: "reader" }],
      [updateMember, { suspended: true }],
      [removeMember, undefined],
    ] as const;
    for (const [route, body] of Array.from({ length: 5 }, () => changes).flat()) {
      await addMemberRow(platform(), organization, { id: member, name: "Grace" }, "editor");
      const [promoted] = await Promise.all([
        call(owner, updateMember, { params: ofMember, body: { role: "owner" } }),
        call(manager, route, { params: ofMember, body }),
      ]);
      const memberships = await listMembershipsOf(platform(), member, { withSuspended: true });
      // Unless the admin removed the member first.
      expect(memberships).toEqual(promoted.status === 404 ? [] : [{ organization, role: "owner" }]);
      await call(owner, removeMember, { params: ofMember });
    }

    const second = createId("key");
    const third = createId("key");
    for (const id of [second, third])
      await addMemberRow(platform(), organization, { id, name: "An owner" }, "owner");
    const results = await Promise.all([
      call(owner, updateMember, { params: { ...params, userId: second }, body: { role: "reader" } }),
      call(await signIn(second), removeMember, { params: { ...params, userId: ownerId } }),
    ]);
    expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      expect.toBeOneOf([200, 204]),
      403,
    ]);
  });

  it("suspend a member, who loses access but keeps the role until restored", async () => {
    const { organization, params, ownerId, owner, signIn } = await setUp();
    const [admin, second] = [createId("key"), createId("key")];
    await addMemberRow(platform(), organization, { id: admin, name: "Ada" }, "admin");
    await addMemberRow(platform(), organization, { id: second, name: "Grace" }, "owner");
    const change = async (caller: Principal, userId: string, body: object) =>
      await call(caller, updateMember, { params: { ...params, userId }, body });
    const manager = await signIn(admin);
    expect((await change(manager, second, { suspended: true })).status).toBe(403);
    expect((await change(manager, admin, { suspended: true })).status).toBe(409);

    const suspendedAt = new Date(clock.now).toISOString();
    for (const userId of [admin, second])
      expect(await change(owner, userId, { suspended: true })).toMatchObject({
        status: 200,
        body: { id: userId, suspendedAt },
      });
    expect((await call(await signIn(admin), listMembers, { params })).status).toBe(404);
    expect(await listMembershipsOf(platform(), admin)).toEqual([]);
    expect(await listMembershipsOf(platform(), admin, { withSuspended: true })).toEqual([
      { organization, role: "admin" },
    ]);
    // The suspended owner doesn't count.
    expect((await change(owner, ownerId, { role: "reader" })).status).toBe(409);
    expect((await call(owner, removeMember, { params: { ...params, userId: ownerId } })).status).toBe(409);
    await addMemberRow(platform(), organization, { id: createId("key"), name: "Third" }, "owner");
    expect((await call(owner, removeMember, { params: { ...params, userId: second } })).status).toBe(204);

    expect((await change(owner, admin, { suspended: false })).body).toEqual({
      id: admin,
      name: "Ada",
      role: "admin",
      createdAt: expect.any(String),
    });
    expect((await call(await signIn(admin), listMembers, { params })).status).toBe(200);
  });

  it("delete the drafts of former members, but none in other organizations", async () => {
    const [one, other] = [await createContent(), await createContent()];
    const userId = createId("key");
    const editor = person(userId, { [one.organizationId]: "editor", [other.organizationId]: "editor" });
    for (const { organizationId, spaceId, pageId } of [one, other]) {
      await addMemberRow(platform(), organizationId, { id: userId, name: "Grace" }, "editor");
      const { revisionId } = await succeed(editor, getPage, { params: { spaceId, pageId } });
      const body = { title: "Welcome", markdown: "What nobody has seen", revisionId };
      await succeed(editor, savePageDraft, { params: { spaceId, pageId }, body });
    }
    await succeed(editor, removeMember, { params: { organizationId: one.organizationId, userId } });
    const left = await tablesOf(platform().db).selectFrom("page_drafts").select("space_id").execute();
    expect(left.map(({ space_id: space }) => space)).toEqual([other.spaceId]);
  });

  it("delete the drafts and views of a revoked key, but none of other keys", async () => {
    const { organizationId, spaceId, pageId } = await createContent();
    const params = { organizationId };
    const owner = person(createId("key"), { [organizationId]: "owner" });
    const keys = [];
    for (const name of ["Pipeline", "Importer"]) {
      const { id, token } = await succeed(owner, createApiKey, { params, body: { name, role: "admin" } });
      const { revisionId } = await succeed(String(token), getPage, { params: { spaceId, pageId } });
      const draft = { title: "Welcome", markdown: "What nobody has seen", revisionId };
      await succeed(String(token), savePageDraft, { params: { spaceId, pageId }, body: draft });
      await succeed(String(token), saveDeliveryView, { params, body: { name, search: {} } });
      keys.push(String(id));
    }
    await succeed(owner, revokeApiKey, { params: { ...params, keyId: keys[0] ?? "" } });
    const { db } = platform();
    const drafts = tablesOf(db).selectFrom("page_drafts").select("author").where("space_id", "=", spaceId);
    const views = db.selectFrom("delivery_views").select("owner as author");
    for (const query of [drafts, views.where("organization_id", "=", organizationId)])
      expect(await query.execute()).toEqual([{ author: `key:${keys[1]}` }]);
  });

  it("have keys with the permissions of a role, until they expire or are revoked", async () => {
    const [{ organization, params, owner }, other] = [await setUp(), await setUp()];
    const create = async (body: object) =>
      await succeed(owner, createApiKey, { params, body: { name: "Pipeline", ...body } });
    const created = await create({ role: "admin", expiresInSeconds: 3600 });
    const token = String(created["token"]);
    expect(token).toMatch(/^pbk_[0-9A-Za-z]{38}$/);
    expect(await succeed(token, getOrganization, { params })).toMatchObject({ id: organization });
    expect((await call(token, getOrganization, { params: other.params })).status).toBe(404);
    expect(await succeed(token, listOrganizations)).toMatchObject({ items: [{ id: organization }] });
    const used = await succeed(owner, listApiKeys, { params });
    expect(used).toEqual({
      items: [expect.objectContaining({ prefix: token.slice(0, 10), lastUsedAt: expect.any(String) })],
    });
    expect(JSON.stringify(used)).not.toContain(token);
    const stored = await platform().db.selectFrom("api_keys").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(token.slice(10));

    const altered = `${token.slice(0, -1)}${token.endsWith("0") ? "1" : "0"}`;
    expect((await call(altered, listSpaces)).status).toBe(401);
    clock.now += 3600_000;
    expect((await call(token, listSpaces)).status).toBe(401);

    const revoked = await create({ role: "reader" });
    const scoped = await create({ scopes: ["site:views:read"] });
    expect((await call(String(scoped["token"]), listSpaces)).status).toBe(403);
    expect((await call(String(revoked["token"]), listSpaces)).status).toBe(200);
    await succeed(owner, revokeApiKey, { params: { ...params, keyId: String(revoked["id"]) } });
    expect((await call(String(revoked["token"]), listSpaces)).status).toBe(401);
    for (const body of [{}, { role: "reader", scopes: ["space:content:read"] }])
      expect((await call(owner, createApiKey, { params, body: { name: "k", ...body } })).status).toBe(400);
  });
});

describe("creating organizations", () => {
  const { call } = setUpApi("SQLite");
  it("requires the platform administrator, unless it is open to people", async () => {
    const body = { title: "Acme", subdomain: "acme" };
    expect((await call(person("ada"), createOrganization, { body })).status).toBe(403);
    expect((await call(administrator, createOrganization, { body })).status).toBe(201);
  });
});
