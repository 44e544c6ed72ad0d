import { provisioningScope } from "@plugboard/api";
import { createApiKey } from "@plugboard/api/routes";
import { beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer } from "../fixtures/set-up-server.fixture.ts";

// The requests are those that the documentation of each identity provider lists.

const user = "urn:ietf:params:scim:schemas:core:2.0:User";
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
    expect((await patch(id, { op: "Remove", path: "roles" })).body).not.toHaveProperty("roles");
    expect((await scim("DELETE", `/Users/${id}`)).status).toBe(204);
    expect((await scim("GET", `/Users/${id}`)).status).toBe(404);
  });
});
