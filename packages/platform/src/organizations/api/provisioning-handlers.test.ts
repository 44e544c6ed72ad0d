import {
  acceptInvitation,
  createApiKey,
  createInvitation,
  createProvisionedGroup,
  createProvisionedUser,
  findProvisionedGroups,
  getProvisionedGroup,
  removeProvisionedGroup,
  setProvisionedGroupRole,
  updateProvisionedGroup,
  getProvisionedUser,
  listAuditEntries,
  listChanges,
  listMembers,
  findProvisionedUsers,
  removeMember,
  removeProvisionedUser,
  replaceProvisionedUser,
  updateMember,
} from "@plugboard/api/routes";
import { limits, operations } from "@plugboard/api/contract";
import { provisioningScope } from "@plugboard/api";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { mayCall } from "../../access/may-call.ts";
import { createId } from "../../common/create-id.ts";
import { person, setUpApi } from "../../fixtures/set-up-api.fixture.ts";
import { databaseKinds } from "../../fixtures/set-up-storage.fixture.ts";
import { watchStatementsOn } from "../../fixtures/watch-statements.fixture.ts";
import {
  acceptProvisionedMembership,
  offerProvisionedMemberships,
} from "../../provisioning/offer-memberships.ts";
import { addMember, listMembershipsOf } from "../members.ts";

describe.each(databaseKinds)("provisioned users on %s", (kind) => {
  const { call, succeed, createContent, platform, clock } = setUpApi(kind);

  /** An organization with an owner and the token of its identity provider. */
  async function setUp() {
    const { organizationId } = await createContent();
    const params = { organizationId };
    const ownerId = createId("key");
    const owner = person(ownerId, { [organizationId]: "owner" });
    await addMember(platform(), organizationId, { id: ownerId, name: "Olivia" }, "owner");
    const body = { name: "Okta", scopes: [provisioningScope] };
    const { token, id } = await succeed(owner, createApiKey, { params, body });
    const domain = organizationId.replace("_", "-").toLowerCase();
    const scim = String(token);
    return {
      organizationId,
      params,
      owner,
      ownerId,
      scim,
      keyId: String(id),
      email: (name: string) => `${name}@${domain}.example`,
      membersOf: async () =>
        (await succeed(owner, listMembers, { params }))["items"] as { id: string; provisioned?: unknown }[],
      create: async (userName: string, more: object = {}) => {
        // Sorted by the time in their ids.
        clock.now += 1;
        const user = await succeed(scim, createProvisionedUser, {
          params,
          body: { userName, active: true, ...more },
        });
        return { ...user, at: { organizationId, provisionedUserId: String(user["id"]) } };
      },
    };
  }

  const grantedTo = async (id: string) => await listMembershipsOf(platform(), id);
  /** Signs a person in, and accepts all offers. */
  const join = async (person: { readonly id: string; readonly name: string; readonly email: string }) => {
    for (const { organization } of await offerProvisionedMemberships(platform(), person))
      await acceptProvisionedMembership(platform(), person, organization);
  };

  it("become members when the person with the address accepts, once, with the identity provider's role", async () => {
    const { organizationId, params, owner, email, create, membersOf } = await setUp();
    const ada = { id: createId("key"), name: "Self-chosen", email: email("ada") };
    await create(email("ADA"), { displayName: "Ada Lovelace", role: "editor" });
    await create(email("grace"));
    expect(await grantedTo(ada.id)).toEqual([]);
    expect(await offerProvisionedMemberships(platform(), ada)).toMatchObject([
      { organization: organizationId },
    ]);
    expect(await grantedTo(ada.id)).toEqual([]);
    await Promise.allSettled([join(ada), join(ada)]);
    expect(await grantedTo(ada.id)).toEqual([{ organization: organizationId, role: "editor" }]);
    expect((await membersOf()).find(({ id }) => id === ada.id)).toMatchObject({
      name: "Ada Lovelace",
      email: ada.email,
      provisioned: { active: true, setsRole: true },
    });
    const grace = { id: createId("key"), name: "Grace", email: email("Grace") };
    await join(grace);
    expect(await grantedTo(grace.id)).toEqual([{ organization: organizationId, role: "reader" }]);
    const { items } = await succeed(owner, listAuditEntries, {
      params,
      query: { organization: organizationId, operation: "claimProvisionedMembership" },
    });
    const actors = (items as { actor: { id: string } }[]).map(({ actor: { id } }) => id);
    expect(new Set(actors)).toEqual(new Set([ada.id, grace.id]));
  });

  it("wait for the person to accept, except where they are members already", async () => {
    const [own, other, third] = [await setUp(), await setUp(), await setUp()];
    const ada = { id: createId("key"), name: "Ada", email: own.email("ada") };
    await addMember(platform(), own.organizationId, { id: ada.id, name: "Ada" }, "editor");
    for (const { create } of [own, other, third]) await create(ada.email);
    const offers = await offerProvisionedMemberships(platform(), ada);
    expect(offers.map(({ organization }) => organization)).toEqual([
      other.organizationId,
      third.organizationId,
    ]);
    expect(await grantedTo(ada.id)).toEqual([{ organization: own.organizationId, role: "editor" }]);
    expect(await own.membersOf()).toContainEqual(
      expect.objectContaining({ id: ada.id, provisioned: { active: true, setsRole: false } }),
    );

    await acceptProvisionedMembership(platform(), ada, other.organizationId);
    expect((await grantedTo(ada.id)).map(({ organization }) => organization)).toEqual(
      [own.organizationId, other.organizationId].toSorted(),
    );
    const eve = { ...ada, id: createId("key"), email: own.email("eve") };
    for (const [person, organization] of [
      [ada, other.organizationId],
      [eve, third.organizationId],
    ] as const)
      await expect(acceptProvisionedMembership(platform(), person, organization)).rejects.toMatchObject({
        code: "not_found",
      });
    expect((await offerProvisionedMemberships(platform(), ada)).length).toBe(1);
  });

  it("never let an account into an organization that it didn't choose", async () => {
    const [stranger, own] = [await setUp(), await setUp()];
    const ada = { id: createId("key"), name: "Ada", email: own.email("ada") };
    await stranger.create(ada.email);
    const offered = async () =>
      (await offerProvisionedMemberships(platform(), ada)).map(({ organization }) => organization);
    expect(await offered()).toEqual([stranger.organizationId]);
    const { token } = await succeed(own.owner, createInvitation, {
      params: own.params,
      body: { email: ada.email, role: "editor" },
    });
    await own.create(ada.email);
    await succeed(person(ada.id), acceptInvitation, { body: { token: String(token) } });
    expect(await offered()).toEqual([stranger.organizationId]);
    expect(await grantedTo(ada.id)).toEqual([{ organization: own.organizationId, role: "editor" }]);
  });

  it("lose access when they are deactivated or removed, and get it back when they are reactivated", async () => {
    const { scim, owner, params, organizationId, email, create, membersOf, keyId } = await setUp();
    const ada = { id: createId("key"), name: "Ada", email: email("ada") };
    const { at } = await create(ada.email);
    await join(ada);
    const put = async (active: boolean) =>
      await succeed(scim, replaceProvisionedUser, { params: at, body: { userName: ada.email, active } });
    await put(false);
    expect(await grantedTo(ada.id)).toEqual([]);
    const member = { params: { organizationId, userId: ada.id } };
    expect(await call(owner, updateMember, { ...member, body: { suspended: false } })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("identity provider suspended") },
    });
    await put(true);
    expect(await grantedTo(ada.id)).toHaveLength(1);
    // Suspended in the console: repeating the same state does not lift it.
    await succeed(owner, updateMember, { ...member, body: { suspended: true } });
    await put(true);
    expect(await grantedTo(ada.id)).toEqual([]);
    await succeed(owner, updateMember, { ...member, body: { suspended: false } });
    await succeed(scim, removeProvisionedUser, { params: at });
    expect(await grantedTo(ada.id)).toEqual([]);
    expect(await membersOf()).toHaveLength(1);
    await join(ada);
    expect(await grantedTo(ada.id)).toEqual([]);
    const { items } = await succeed(owner, listAuditEntries, {
      params,
      query: { organization: organizationId, actor: keyId },
    });
    // The entries of one instant have no order.
    const actions = (items as { operation: string; actor: { type: string; id: string } }[]).map(
      ({ operation, actor: { type, id } }) => `${operation} by ${type} ${id}`,
    );
    expect(actions.toSorted((one, other) => (one < other ? -1 : 1))).toEqual(
      [
        "createProvisionedUser",
        "removeProvisionedUser",
        ...Array<string>(3).fill("replaceProvisionedUser"),
      ].map((operation) => `${operation} by key ${keyId}`),
    );
  });

  it("never suspend, remove, demote or create an owner against the rules", async () => {
    const { scim, ownerId, organizationId, params, email, create } = await setUp();
    await platform()
      .db.updateTable("members")
      .set({ email: email("olivia") })
      .where("user_id", "=", ownerId)
      .execute();
    const { at, ...user } = await create(email("olivia"), { role: "reader" });
    expect(user).toMatchObject({ memberId: ownerId });
    expect(await grantedTo(ownerId)).toEqual([{ organization: organizationId, role: "owner" }]);
    const body = { userName: email("olivia"), active: false };
    const refused = { status: 409, body: { detail: expect.stringContaining("is the last owner") } };
    expect(await call(scim, replaceProvisionedUser, { params: at, body })).toMatchObject(refused);
    expect(await call(scim, removeProvisionedUser, { params: at })).toMatchObject(refused);
    const asOwner = { userName: email("eve"), role: "owner", active: true };
    expect(await call(scim, createProvisionedUser, { params, body: asOwner })).toMatchObject({ status: 400 });
    await addMember(platform(), organizationId, { id: createId("key"), name: "Second" }, "owner");
    await succeed(scim, replaceProvisionedUser, { params: at, body });
    expect(await grantedTo(ownerId)).toEqual([]);
  });

  it("keep their role in the console only if the identity provider sets it", async () => {
    const { scim, owner, organizationId, email, create } = await setUp();
    const ada = { id: createId("key"), name: "Ada", email: email("ada") };
    const { at } = await create(ada.email, { role: "editor" });
    await join(ada);
    const change = async (role: string) =>
      (await call(owner, updateMember, { params: { organizationId, userId: ada.id }, body: { role } }))
        .status;
    expect([await change("admin"), await change("owner"), await change("editor")]).toEqual([409, 200, 200]);
    await succeed(scim, replaceProvisionedUser, { params: at, body: { userName: ada.email, active: true } });
    expect(await change("admin")).toBe(200);
    await succeed(scim, replaceProvisionedUser, {
      params: at,
      body: { userName: ada.email, active: true, role: "operator" },
    });
    expect(await grantedTo(ada.id)).toEqual([{ organization: organizationId, role: "operator" }]);
  });

  it("can be invited, but not around a deactivation", async () => {
    const { scim, owner, params, organizationId, email, create } = await setUp();
    const invite = async () =>
      String(
        (await succeed(owner, createInvitation, { params, body: { email: email("Ada"), role: "reader" } }))[
          "token"
        ],
      );
    const { at } = await create(email("ada"), { role: "editor", active: false });
    const ada = createId("key");
    const accept = { body: { token: await invite() } };
    expect(await call(person(ada), acceptInvitation, accept)).toMatchObject({ status: 409 });
    await succeed(scim, replaceProvisionedUser, {
      params: at,
      body: { userName: email("ada"), role: "editor", active: true },
    });
    await succeed(person(ada), acceptInvitation, accept);
    expect(await grantedTo(ada)).toEqual([{ organization: organizationId, role: "editor" }]);
    expect(await succeed(scim, getProvisionedUser, { params: at })).toMatchObject({ memberId: ada });
    // Removed in the console: they don't return with the next sign-in.
    await succeed(owner, removeMember, { params: { organizationId, userId: ada } });
    await join({ id: ada, name: "Ada", email: email("ada") });
    expect(await grantedTo(ada)).toEqual([]);
    expect((await call(scim, getProvisionedUser, { params: at })).status).toBe(404);
  });

  it("are found by exact values, in pages, and keep user names and addresses unique", async () => {
    const { scim, params, email, create } = await setUp();
    for (const name of ["ada", "grace", "joan"]) await create(email(name), { externalId: `ext-${name}` });
    const list = async (query: Record<string, string>) => {
      const { users, total } = await succeed(scim, findProvisionedUsers, { params, query });
      return [(users as { userName: string }[]).map(({ userName }) => userName), total];
    };
    expect(await list({ userName: email("GRACE") })).toEqual([[email("grace")], 1]);
    expect(await list({ externalId: "ext-joan" })).toEqual([[email("joan")], 1]);
    expect(await list({ externalId: "EXT-joan" })).toEqual([[], 0]);
    expect(await list({ email: email("Ada"), externalId: "ext-ada" })).toEqual([[email("ada")], 1]);
    expect(await list({ userName: "' or 1=1 --" })).toEqual([[], 0]);
    expect(await list({ startIndex: "2", count: "1" })).toEqual([[email("grace")], 3]);
    expect(await list({ startIndex: "4" })).toEqual([[], 3]);
    expect(await list({ count: "0" })).toEqual([[], 3]);
    const conflict = async (body: object) => (await call(scim, createProvisionedUser, { params, body })).body;
    expect(await conflict({ userName: email("Ada"), active: true })).toMatchObject({
      problems: [{ path: "userName" }],
    });
    expect(
      await conflict({ userName: "other", emails: [{ value: email("Ada") }], active: true }),
    ).toMatchObject({ code: "conflict", problems: [{ path: "emails" }] });
    expect(await conflict({ userName: "no address", active: true })).toMatchObject({
      code: "invalid_request",
      problems: [{ path: "userName" }],
    });
  });

  it("are changed only in the version that the caller has read", async () => {
    const { scim, email, create } = await setUp();
    const { at } = await create(email("ada"));
    const put = async (version: string) =>
      (
        await call(scim, replaceProvisionedUser, {
          params: at,
          body: { userName: email("ada"), active: true },
          headers: { "if-match": `"${version}"` },
        })
      ).status;
    expect([await put("1"), await put("1"), await put("2")]).toEqual([200, 412, 200]);
  });

  it("are out of reach for tokens of other organizations", async () => {
    const [acme, other] = [await setUp(), await setUp()];
    const { at } = await acme.create(acme.email("ada"));
    for (const route of [getProvisionedUser, removeProvisionedUser])
      expect((await call(other.scim, route, { params: at })).status).toBe(404);
    const mixed = { ...at, organizationId: other.organizationId };
    expect((await call(other.scim, removeProvisionedUser, { params: mixed })).status).toBe(404);
    expect((await call(other.scim, findProvisionedUsers, { params: acme.params })).status).toBe(404);
  });

  it("are created only up to a limit", { tags: ["night"] }, async () => {
    const { scim, params, organizationId, email } = await setUp();
    await sql`insert into provisioned_users
      (id, organization_id, user_name, user_name_key, email, profile, active, version, created_at, updated_at)
      with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(limits.provisionedUsers)})
      select ${organizationId} || i, ${organizationId}, 'u' || i, 'u' || i, 'u' || i, '{}', 1, 1, 0, 0 from n`.execute(
      platform().db,
    );
    const body = { userName: email("ada"), active: true };
    expect(await call(scim, createProvisionedUser, { params, body })).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("20000 provisioned users") },
    });
  });

  describe("in groups", () => {
    /** Creates an organization with a provisioned member, and returns functions for groups. */
    const setUpGroups = async () => {
      const set = await setUp();
      const { scim, owner, params, organizationId, email, create } = set;
      const ada = { id: createId("key"), name: "Ada", email: email("ada") };
      const { provisionedUserId: adaId } = (await create(ada.email)).at;
      await join(ada);
      const at = (provisionedGroupId: string) => ({ organizationId, provisionedGroupId });
      return {
        ...set,
        ada,
        adaId,
        at,
        roleOf: async (person = ada.id) => (await grantedTo(person))[0]?.role,
        createGroup: async (displayName: string, role?: string, ...members: readonly string[]) => {
          const group = await succeed(scim, createProvisionedGroup, {
            params,
            body: { displayName, members },
          });
          const groupId = String(group["id"]);
          if (role !== undefined)
            await succeed(owner, setProvisionedGroupRole, { params: at(groupId), body: { role } });
          return groupId;
        },
        update: async (groupId: string, body: object) =>
          await succeed(scim, updateProvisionedGroup, { params: at(groupId), body }),
      };
    };

    it("have the highest role of their groups, and the usual one without a group that has a role", async () => {
      const { scim, owner, ada, adaId, at, roleOf, createGroup, update, membersOf, create, email } =
        await setUpGroups();
      const [editors, developers, others] = [
        await createGroup("Editors", "editor", adaId),
        await createGroup("Developers", "developer", adaId),
        await createGroup("Others"),
      ];
      expect(await roleOf()).toBe("editor");
      expect(await membersOf()).toContainEqual(
        expect.objectContaining({ id: ada.id, provisioned: { active: true, setsRole: true } }),
      );
      await update(editors, { removeMembers: [adaId] });
      expect(await roleOf()).toBe("developer");
      await succeed(owner, setProvisionedGroupRole, { params: at(developers), body: { role: "admin" } });
      expect(await roleOf()).toBe("admin");
      await update(others, { addMembers: [adaId] });
      await succeed(owner, setProvisionedGroupRole, { params: at(developers), body: {} });
      expect(await roleOf()).toBe("reader");
      await succeed(owner, setProvisionedGroupRole, { params: at(others), body: { role: "operator" } });
      expect(await roleOf()).toBe("operator");
      await succeed(scim, removeProvisionedGroup, { params: at(others) });
      expect(await roleOf()).toBe("reader");
      // A person who joins later has the role from the start.
      const grace = { id: createId("key"), name: "Grace", email: email("grace") };
      const { at: graceAt } = await create(grace.email, { role: "operator" });
      await update(editors, { members: [graceAt.provisionedUserId] });
      await join(grace);
      expect(await roleOf(grace.id)).toBe("editor");
      await update(editors, { members: [] });
      expect(await roleOf(grace.id)).toBe("operator");
    });

    it("keep it with every later change of the user, and in the console", async () => {
      const { scim, owner, organizationId, ada, adaId, roleOf, createGroup } = await setUpGroups();
      await createGroup("Editors", "editor", adaId);
      await succeed(scim, replaceProvisionedUser, {
        params: { organizationId, provisionedUserId: adaId },
        body: { userName: ada.email, role: "admin", active: true },
      });
      expect(await roleOf()).toBe("editor");
      const change = { params: { organizationId, userId: ada.id }, body: { role: "admin" } };
      expect((await call(owner, updateMember, change)).status).toBe(409);
    });

    it("never become or stop being owners, and others keep their role", async () => {
      const { owner, organizationId, params, scim, ada, adaId, at, roleOf, createGroup, update } =
        await setUpGroups();
      await succeed(owner, updateMember, {
        params: { organizationId, userId: ada.id },
        body: { role: "owner" },
      });
      const group = await createGroup("Readers", "reader", adaId);
      await update(group, { members: [] });
      expect(await roleOf()).toBe("owner");
      const byHand = createId("key");
      await addMember(platform(), organizationId, { id: byHand, name: "Bea" }, "developer");
      await succeed(owner, setProvisionedGroupRole, { params: at(group), body: { role: "admin" } });
      expect(await roleOf(byHand)).toBe("developer");
      const role = async (caller: typeof owner | string, name: string) =>
        (await call(caller, setProvisionedGroupRole, { params: at(group), body: { role: name } })).status;
      expect(await role(owner, "owner")).toBe(400);
      expect(await role(person("a", { [organizationId]: "admin" }), "admin")).toBe(403);
      expect(await role(scim, "admin")).toBe(403);
      const { items } = await succeed(owner, listAuditEntries, {
        params,
        query: { organization: organizationId, operation: "updateProvisionedGroup" },
      });
      expect(items).toMatchObject([{ request: { members: [] }, before: { members: [adaId] } }]);
    });

    it("change their roles in as many statements, however many they are", async () => {
      const { owner, adaId, at, roleOf, createGroup, update, create, email } = await setUpGroups();
      const group = await createGroup("Everyone", undefined, adaId);
      const setRole = async (role: string) => {
        let statements = 0;
        const call = { params: at(group), body: { role } };
        await watchStatementsOn(
          kind,
          (text) => (statements += /"(?:provisioned_\w+|members)"/.test(text) ? 1 : 0),
          () => succeed(owner, setProvisionedGroupRole, call),
        );
        return statements;
      };
      await setRole("editor");
      const before = await setRole("developer");
      for (const name of ["grace", "joan", "mary"]) {
        const person = { id: createId("key"), name, email: email(name) };
        const { at: added } = await create(person.email);
        await join(person);
        await update(group, { addMembers: [added.provisionedUserId] });
      }
      expect(await setRole("operator")).toBeLessThanOrEqual(before);
      expect(await roleOf()).toBe("operator");
    });

    it("are members only of groups of their organization, which they leave when they are removed", async () => {
      const [acme, other] = [await setUpGroups(), await setUpGroups()];
      const group = await acme.createGroup("Editors", "editor", acme.adaId);
      const body = { addMembers: [other.adaId] };
      expect(await call(acme.scim, updateProvisionedGroup, { params: acme.at(group), body })).toMatchObject({
        status: 400,
        body: { problems: [{ path: "members" }] },
      });
      for (const params of [acme.at(group), other.at(group)]) {
        for (const route of [getProvisionedGroup, removeProvisionedGroup])
          expect((await call(other.scim, route, { params })).status).toBe(404);
        const update = { params, body: { members: [] } };
        expect((await call(other.scim, updateProvisionedGroup, update)).status).toBe(404);
      }
      expect(await other.roleOf()).toBe("reader");
      const user = { organizationId: acme.organizationId, provisionedUserId: acme.adaId };
      expect(await succeed(acme.scim, getProvisionedUser, { params: user })).toMatchObject({
        groups: [{ id: group, displayName: "Editors" }],
      });
      await succeed(acme.owner, removeMember, {
        params: { organizationId: acme.organizationId, userId: acme.ada.id },
      });
      expect(await succeed(acme.scim, getProvisionedGroup, { params: acme.at(group) })).toMatchObject({
        members: [],
      });
    });

    it("are found by exact values, and names are unique", async () => {
      const { scim, params, createGroup } = await setUpGroups();
      const id = await createGroup("Editors");
      clock.now += 1;
      await createGroup("Readers");
      const find = async (query: Record<string, string>) => {
        const { groups, total } = await succeed(scim, findProvisionedGroups, { params, query });
        return [(groups as { displayName: string }[]).map(({ displayName }) => displayName), total];
      };
      expect(await find({ displayName: "EDITORS" })).toEqual([["Editors"], 1]);
      expect(await find({ displayName: "%" })).toEqual([[], 0]);
      expect(await find({ startIndex: "2", count: "1" })).toEqual([["Readers"], 2]);
      const create = { params, body: { displayName: "editors" } };
      expect(await call(scim, createProvisionedGroup, create)).toMatchObject({
        status: 409,
        body: { problems: [{ path: "displayName" }] },
      });
      expect(id).toMatch(/^grp_/);
    });

    it("are listed with their members on request, in shorter pages if there are many", {
      tags: ["night"],
    }, async () => {
      const { scim, params, organizationId, adaId, createGroup } = await setUpGroups();
      const small = await createGroup("Small", undefined, adaId);
      clock.now += 1;
      const large = await createGroup("Large");
      clock.now += 1;
      const last = await createGroup("Last", undefined, adaId);
      await sql`insert into provisioned_group_members (group_id, provisioned_user_id, organization_id)
        with recursive n (i) as (select 1 union all select i + 1 from n where i < ${sql.lit(limits.provisionedGroupMembers)})
        select ${large}, ${organizationId} || i, ${organizationId} from n`.execute(platform().db);
      const find = async (query: Record<string, string>) => {
        const { groups, total } = await succeed(scim, findProvisionedGroups, { params, query });
        const sizes = (groups as { id: string; members?: unknown[] }[]).map(({ id, members }) => [
          id,
          members?.length,
        ]);
        return [sizes, total];
      };
      const include = { include: "members" };
      expect(await find({})).toEqual([[small, large, last].map((id) => [id, undefined]), 3]);
      expect(await find(include)).toEqual([[[small, 1]], 3]);
      expect(await find({ ...include, startIndex: "2" })).toEqual([
        [[large, limits.provisionedGroupMembers]],
        3,
      ]);
      expect(await find({ ...include, startIndex: "3" })).toEqual([[[last, 1]], 3]);
      expect(await find({ ...include, member: adaId })).toEqual([
        [
          [small, 1],
          [last, 1],
        ],
        2,
      ]);
    });
  });

  it("need a token that only owners create and that can do nothing else", async () => {
    const { owner, params, organizationId, ownerId } = await setUp();
    const create = async (caller: typeof owner, scopes: readonly string[]) =>
      (await call(caller, createApiKey, { params, body: { name: "SCIM", scopes } })).status;
    const admin = person(createId("key"), { [organizationId]: "admin" });
    expect(await create(admin, [provisioningScope])).toBe(403);
    expect(await create(owner, [provisioningScope, "organization:bodies:read"])).toBe(400);
    const key = {
      type: "key",
      id: ownerId,
      organization: organizationId,
      scopes: [provisioningScope],
    } as const;
    const allowed = Object.values(operations).filter(
      (operation) => mayCall(key, operation, organizationId) === "allowed",
    );
    expect(allowed.map(({ id }) => id).toSorted()).toEqual([
      "createProvisionedGroup",
      "createProvisionedUser",
      "findProvisionedGroups",
      "findProvisionedUsers",
      "getProvisionedGroup",
      "getProvisionedUser",
      "removeProvisionedGroup",
      "removeProvisionedUser",
      "replaceProvisionedUser",
      "updateProvisionedGroup",
    ]);
    // Watching changes needs no role in an organization.
    expect((await call(key, listChanges)).status).toBe(403);
  });
});
