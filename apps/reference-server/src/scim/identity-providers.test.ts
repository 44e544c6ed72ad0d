import { provisioningScope } from "@plugboard/api";
import { createApiKey } from "@plugboard/api/routes";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer } from "../fixtures/set-up-server.fixture.ts";

// The requests are those that the documentation of each identity provider lists.

const user = "urn:ietf:params:scim:schemas:core:2.0:User";
const group = "urn:ietf:params:scim:schemas:core:2.0:Group";
const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const patchOp = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const keySchema = z.looseObject({ token: z.string() });
const idSchema = z.looseObject({ id: z.string() });

describe("SCIM requests of identity providers", () => {
  const { seeded, succeed, call } = setUpServer();
  let token: string;
  beforeAll(async () => {
    const params = { organizationId: seeded().organization };
    const body = { name: "Identity provider", scopes: [provisioningScope] };
    token = keySchema.parse(await succeed(createApiKey, { params, body })).token;
  });
  const scim = async (method: string, path: string, body?: unknown) => {
    const headers = { "content-type": "application/scim+json", accept: "application/scim+json" };
    const response = await call(method, `/scim/v2/${seeded().organization}${path}`, { body, token, headers });
    if (response.status !== 204) expect(response.headers.get("content-type")).toBe("application/scim+json");
    return response;
  };
  const find = async (filter: string) =>
    (await scim("GET", `/Users?filter=${encodeURIComponent(filter)}&startIndex=1&count=100`)).body;
  const patch = async (id: string, ...operations: readonly object[]) =>
    await scim("PATCH", `/Users/${id}`, { schemas: [patchOp], Operations: operations });

  // Source: https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20/
  it("of Okta create, update, deactivate and reactivate a user", async () => {
    expect(await scim("GET", "/Users?startIndex=1&count=2")).toMatchObject({
      status: 200,
      body: { totalResults: 0, startIndex: 1, itemsPerPage: 0, Resources: [] },
    });
    expect(await find('userName eq "test.user@okta.local"')).toMatchObject({ totalResults: 0 });
    const definition = {
      schemas: [user],
      userName: "test.user@okta.local",
      name: { givenName: "Test", familyName: "User" },
      emails: [{ primary: true, value: "test.user@okta.local", type: "work" }],
      displayName: "Test User",
      locale: "en-US",
      externalId: "00ujl29u0le5T6Aj10h7",
      groups: [],
      password: "1mz050nq",
      active: true,
    };
    const created = await scim("POST", "/Users", definition);
    const { locale: _locale, groups: _groups, password: _password, ...kept } = definition;
    expect(created).toMatchObject({ status: 201, body: { ...kept, meta: { resourceType: "User" } } });
    expect(created.body).not.toHaveProperty("password");
    const { id } = idSchema.parse(created.body);
    expect((await scim("GET", `/Users/${id}`)).body).toEqual(created.body);
    expect(await scim("POST", "/Users", definition)).toMatchObject({
      status: 409,
      body: { status: "409", scimType: "uniqueness" },
    });
    const update = { ...definition, id, name: { givenName: "Another", familyName: "User" }, meta: {} };
    expect(await scim("PUT", `/Users/${id}`, update)).toMatchObject({
      status: 200,
      body: { id, name: { givenName: "Another" } },
    });
    for (const active of [false, true])
      expect(await patch(id, { op: "replace", value: { active } })).toMatchObject({
        status: 200,
        body: { id, active },
      });
    expect(await find('userName eq "test.user@okta.local"')).toMatchObject({
      totalResults: 1,
      Resources: [{ id, active: true }],
    });
  });

  // Source: https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups
  it("of Microsoft Entra ID create, update, disable and delete a user", async () => {
    expect(await find('userName eq "non-existent user"')).toMatchObject({ totalResults: 0, Resources: [] });
    const created = await scim("POST", "/Users", {
      schemas: [user, enterprise],
      externalId: "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef",
      userName: "Test_User_ab6490ee@testuser.com",
      active: true,
      addresses: [{ primary: false, type: "work", country: "Ireland" }],
      emails: [{ primary: true, type: "work", value: "Test_User_fd0ea19b@testuser.com" }],
      meta: { resourceType: "User" },
      name: { formatted: "givenName familyName", familyName: "familyName", givenName: "givenName" },
      roles: [],
    });
    expect(created).toMatchObject({ status: 201, body: { userName: "Test_User_ab6490ee@testuser.com" } });
    const { id } = idSchema.parse(created.body);
    expect(await find('userName eq "Test_User_ab6490ee@testuser.com"')).toMatchObject({ totalResults: 1 });
    expect(await find('externalId eq "0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef"')).toMatchObject({
      totalResults: 1,
    });
    expect(await find('emails[type eq "work" and value eq "test_user_fd0ea19b@testuser.com"]')).toMatchObject(
      { totalResults: 1 },
    );
    expect(
      await patch(
        id,
        { op: "Replace", path: 'emails[type eq "work"].value', value: "updatedEmail@microsoft.com" },
        { op: "Replace", path: "name.familyName", value: "updatedFamilyName" },
        { op: "Add", path: `${enterprise}:manager`, value: "2819c223" },
        { op: "Add", path: `${enterprise}:department`, value: "Sales" },
        { op: "Add", path: 'phoneNumbers[type eq "work"].value', value: "555" },
        { op: "Add", path: 'roles[primary eq "True"].value', value: "Editor" },
      ),
    ).toMatchObject({
      status: 200,
      body: {
        emails: [{ type: "work", value: "updatedEmail@microsoft.com", primary: true }],
        name: { familyName: "updatedFamilyName", givenName: "givenName" },
        roles: [{ value: "editor" }],
      },
    });
    const complex = JSON.stringify({ id: "18d14569", value: "developer", displayName: "Developer" });
    expect(await patch(id, { op: "Add", path: "roles", value: [{ value: complex }] })).toMatchObject({
      status: 200,
      body: { roles: [{ value: "developer" }] },
    });
    expect(
      await patch(id, {
        op: "Replace",
        value: { "name.givenName": "Zoe", userName: "5b50642d@testuser.com" },
      }),
    ).toMatchObject({ body: { name: { givenName: "Zoe" }, userName: "5b50642d@testuser.com" } });
    for (const [value, active] of [
      ["False", false],
      ["True", true],
      [false, false],
    ] as const)
      expect((await patch(id, { op: "Replace", path: "active", value })).body).toMatchObject({ active });
    const removed = await patch(id, { op: "Remove", path: "roles" });
    expect(removed.status).toBe(200);
    expect(removed.body).not.toHaveProperty("roles");
    expect((await scim("DELETE", `/Users/${id}`)).status).toBe(204);
    expect((await scim("GET", `/Users/${id}`)).status).toBe(404);
  });

  const createUser = async (userName: string) =>
    idSchema.parse((await scim("POST", "/Users", { schemas: [user], userName })).body).id;
  const findGroups = async (filter: string, more = "") =>
    (await scim("GET", `/Groups?filter=${encodeURIComponent(filter)}${more}`)).body;
  const patchGroup = async (id: string, ...operations: readonly object[]) =>
    await scim("PATCH", `/Groups/${id}`, { schemas: [patchOp], Operations: operations });

  // Source: https://developer.okta.com/docs/api/openapi/okta-scim/guides/scim-20/#scim-group-operations
  it("of Okta create, rename, fill and delete a group", async () => {
    const [one, two] = [await createUser("one@okta.local"), await createUser("two@okta.local")];
    expect(await findGroups('displayName eq "Test SCIMv2"', "&startIndex=1&count=100")).toMatchObject({
      totalResults: 0,
      Resources: [],
    });
    const created = await scim("POST", "/Groups", {
      schemas: [group],
      displayName: "Test SCIMv2",
      members: [],
    });
    expect(created).toMatchObject({
      status: 201,
      body: { schemas: [group], displayName: "Test SCIMv2", members: [], meta: { resourceType: "Group" } },
    });
    const { id } = idSchema.parse(created.body);
    expect(await scim("POST", "/Groups", { schemas: [group], displayName: "Test SCIMv2" })).toMatchObject({
      status: 409,
      body: { scimType: "uniqueness" },
    });
    expect(
      await patchGroup(id, { op: "replace", value: { id, displayName: "Test SCIMv2 renamed" } }),
    ).toMatchObject({ status: 200, body: { displayName: "Test SCIMv2 renamed" } });
    expect(
      await patchGroup(
        id,
        { op: "add", path: "members", value: [{ value: one, display: "one@okta.local" }] },
        { op: "add", path: "members", value: [{ value: two, display: "two@okta.local" }] },
        { op: "remove", path: `members[value eq "${one}"]` },
      ),
    ).toMatchObject({ status: 200, body: { members: [{ value: two, type: "User" }] } });
    expect(await patchGroup(id, { op: "replace", path: "members", value: [{ value: one }] })).toMatchObject({
      body: { members: [{ value: one }] },
    });
    const put = {
      schemas: [group],
      id,
      displayName: "Test SCIMv2",
      members: [{ value: one }, { value: two }],
    };
    expect(await scim("PUT", `/Groups/${id}`, put)).toMatchObject({
      status: 200,
      body: { displayName: "Test SCIMv2", members: [{ value: one }, { value: two }] },
    });
    expect((await scim("GET", `/Users/${one}`)).body).toMatchObject({
      groups: [{ value: id, display: "Test SCIMv2" }],
    });
    expect((await scim("DELETE", `/Groups/${id}`)).status).toBe(204);
    expect((await scim("GET", `/Groups/${id}`)).status).toBe(404);
    expect((await scim("GET", `/Users/${one}`)).body).not.toHaveProperty("groups");
  });

  // Source: https://learn.microsoft.com/entra/identity/app-provisioning/use-scim-to-provision-users-and-groups#group-operations
  it("of Microsoft Entra ID create, find, fill and delete a group", async () => {
    const member = await createUser("member@testuser.com");
    const created = await scim("POST", "/Groups", {
      schemas: [group, "http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group"],
      externalId: "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159",
      displayName: "displayName",
      meta: { resourceType: "Group" },
    });
    expect(created).toMatchObject({
      status: 201,
      body: { externalId: "8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159" },
    });
    const { id } = idSchema.parse(created.body);
    expect(await findGroups('displayName eq "displayName"', "&excludedAttributes=members")).toMatchObject({
      totalResults: 1,
      Resources: [{ id, displayName: "displayName" }],
    });
    const listed = await findGroups('displayName eq "displayName"', "&excludedAttributes=members");
    expect(JSON.stringify(listed)).not.toContain("members");
    const shown = await scim("GET", `/Groups/${id}?excludedAttributes=members`);
    expect(shown.body).not.toHaveProperty("members");
    expect(
      await patchGroup(id, {
        op: "Replace",
        path: "displayName",
        value: "1879db59-3bdf-4490-ad68-ab880a269474",
      }),
    ).toMatchObject({ status: 200, body: { displayName: "1879db59-3bdf-4490-ad68-ab880a269474" } });
    const value = [{ $ref: null, value: member }];
    expect(await patchGroup(id, { op: "Add", path: "members", value })).toMatchObject({
      body: { members: [{ value: member }] },
    });
    expect(await findGroups('displayName eq "displayName"')).toMatchObject({ totalResults: 0 });
    const isMember = async () => await findGroups(`id eq "${id}" and members eq "${member}"`);
    expect(await isMember()).toMatchObject({ totalResults: 1 });
    expect(await patchGroup(id, { op: "Remove", path: "members", value })).toMatchObject({
      body: { members: [] },
    });
    expect(await isMember()).toMatchObject({ totalResults: 0 });
    const added = await patchGroup(id, { op: "Add", path: `members[value eq "${member}"]` });
    expect(added.body).toMatchObject({ members: [{ value: member }] });
    expect((await scim("DELETE", `/Groups/${id}`)).status).toBe(204);
  });

  it("for lists of groups get the members, and find groups by any combination of attributes", async () => {
    const [one, two] = [await createUser("in@groups.example"), await createUser("out@groups.example")];
    const body = {
      schemas: [group],
      displayName: "Listed",
      externalId: "ext-listed",
      members: [{ value: one }],
    };
    const { id } = idSchema.parse((await scim("POST", "/Groups", body)).body);
    expect(await findGroups('displayName eq "listed"')).toMatchObject({
      totalResults: 1,
      Resources: [{ id, members: [{ value: one, type: "User" }] }],
    });
    const urn = group.toUpperCase();
    for (const [filter, totalResults] of [
      [`members.value eq "${one}"`, 1],
      [`members[value eq "${one}"]`, 1],
      [`members eq "${two}"`, 0],
      [`${urn}:displayName eq "Listed" and externalId eq "ext-listed"`, 1],
      [`id eq "${id}" and DISPLAYNAME eq "listed" and members.value eq "${one}"`, 1],
      [`id eq "${id}" and externalId eq "other"`, 0],
    ] as const)
      expect([filter, await findGroups(filter)]).toMatchObject([filter, { totalResults }]);
    expect(await find(`id eq "${one}" and userName eq "IN@groups.example"`)).toMatchObject({
      totalResults: 1,
    });
    expect(await find(`id eq "${one}" and userName eq "out@groups.example"`)).toMatchObject({
      totalResults: 0,
    });
  });

  it("for groups are refused with errors of the protocol", async () => {
    const { id } = idSchema.parse(
      (await scim("POST", "/Groups", { schemas: [group], displayName: `Refused ${Date.now()}` })).body,
    );
    for (const [status, scimType, operation] of [
      [400, "invalidValue", { op: "add", path: "members", value: [{ value: "prv_unknown" }] }],
      [400, "mutability", { op: "replace", path: "id", value: "x" }],
      [400, "invalidPath", { op: "remove", path: 'members[display eq "x"]' }],
      [400, "noTarget", { op: "remove" }],
      [400, "invalidValue", { op: "replace", path: "displayName", value: "" }],
    ] as const)
      expect([operation, await patchGroup(id, operation)]).toMatchObject([
        operation,
        { status, body: { scimType } },
      ]);
    expect(await scim("POST", "/Groups", { schemas: [group] })).toMatchObject({
      status: 400,
      body: { scimType: "invalidValue" },
    });
    // Unknown attributes are ignored.
    expect((await patchGroup(id, { op: "add", path: "owners", value: "x" })).status).toBe(200);
  });
});
