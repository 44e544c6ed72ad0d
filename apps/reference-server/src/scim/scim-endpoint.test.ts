import { provisioningScope } from "@plugboard/api";
import {
  createApiKey,
  createInvitation,
  createOrganization,
  getSession,
  joinOrganization,
  listAuditEntries,
  listMembers,
  revokeApiKey,
  setOrganizationQuota,
} from "@plugboard/api/routes";
import { atNight } from "@plugboard/test-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { type AccountClient, createAccountClient } from "../fixtures/account-client.fixture.ts";
import { startMailServer } from "../fixtures/mail-server.fixture.ts";
import { pathOf, setUpServer } from "../fixtures/set-up-server.fixture.ts";
import { waitFor } from "../fixtures/wait-for.fixture.ts";

const password = "correct horse battery";
const mailServer = await startMailServer();
afterAll(() => mailServer.close());

const user = "urn:ietf:params:scim:schemas:core:2.0:User";
const enterprise = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User";
const patchOp = "urn:ietf:params:scim:api:messages:2.0:PatchOp";
const idSchema = z.looseObject({ id: z.string() });
const namesSchema = z.array(z.object({ name: z.string() }));
const keySchema = z.looseObject({ id: z.string(), token: z.string() });
const sessionSchema = z.object({
  person: z.looseObject({ id: z.string(), memberships: z.array(z.unknown()) }),
});

describe.each(["SQLite", ...atNight("PostgreSQL")] as const)("SCIM on %s", (kind) => {
  const { server, seeded, succeed, call, errors } = setUpServer(kind, {
    smtpUrl: mailServer.url,
    mailFrom: "Plugboard <plugboard@example.com>",
  });
  let ada: AccountClient;
  let key: z.infer<typeof keySchema>;
  let otherId: string;
  let otherToken: string;

  const createToken = async (organizationId: string) => {
    const path = pathOf(createApiKey, { params: { organizationId } });
    const { body } = await ada.post(path, { name: "Identity provider", scopes: [provisioningScope] });
    return keySchema.parse(body);
  };
  const scim = async (method: string, path: string, body?: unknown, token: string | null = key.token) =>
    await call(method, `/scim/v2/${seeded().organization}${path}`, {
      body,
      token,
      headers: body === undefined ? {} : { "content-type": "application/scim+json; charset=utf-8" },
    });
  let created = 0;
  const create = async (more: object = {}) => {
    created += 1;
    const userName = `user-${created}@acme.example`;
    const response = await scim("POST", "/Users", { schemas: [user], userName, ...more });
    expect(response).toMatchObject({ status: 201 });
    return { userName, ...idSchema.parse(response.body) };
  };
  const patch = async (id: string, ...operations: readonly object[]) =>
    await scim("PATCH", `/Users/${id}`, { schemas: [patchOp], Operations: operations });
  /** Signs in with a link that is sent by email. */
  const signIn = async (email: string): Promise<AccountClient> => {
    const client = createAccountClient(server().urls.console);
    const before = mailServer.received.length;
    await client.post("/auth/sign-in/magic-link", { email, callbackURL: "/" });
    const mail = await waitFor("a mail", () => mailServer.received[before]);
    const text = mail.content.replaceAll("=\n", "").replaceAll("=3D", "=");
    const { pathname, search } = new URL(/^http\S+$/m.exec(text)?.[0] ?? "");
    expect((await client.get(`${pathname}${search}`)).status).toBe(302);
    return client;
  };
  const personOf = async (client: AccountClient) =>
    sessionSchema.parse((await client.get(pathOf(getSession))).body).person;

  const join = async (client: AccountClient) => {
    const params = { organizationId: seeded().organization };
    expect((await client.post(pathOf(joinOrganization, { params }), {})).status).toBe(200);
  };

  beforeAll(async () => {
    ada = createAccountClient(server().urls.console);
    const token = server().firstOwnerUrl?.split("#")[1];
    await ada.post("/auth/first-owner", { token, name: "Ada", email: "ada@acme.example", password });
    key = await createToken(seeded().organization);
    const other = idSchema.parse(
      await succeed(createOrganization, {
        body: { title: "Other", subdomain: `second-${kind.toLowerCase()}` },
      }),
    );
    const otherKey = await succeed(createApiKey, {
      params: { organizationId: other.id },
      body: { name: "Other", scopes: [provisioningScope] },
    });
    otherId = other.id;
    otherToken = keySchema.parse(otherKey).token;
  });

  it("lets a created user join once they prove the address, and ends their access when they are deactivated", async () => {
    const grace = await create({
      displayName: "Grace Hopper",
      active: true,
      emails: [{ value: "Grace@acme.example", type: "work", primary: true }],
      roles: [{ value: "Editor", primary: "True" }],
      password: "ignored, never stored",
    });
    const client = await signIn("grace@acme.example");
    expect((await personOf(client)).memberships).toEqual([]);
    await join(client);
    expect(await personOf(client)).toMatchObject({
      name: "grace",
      memberships: [{ organization: seeded().organization, role: "editor" }],
    });
    const readMembers = async () =>
      (await client.get(pathOf(listMembers, { params: { organizationId: seeded().organization } }))).status;
    expect(await readMembers()).toBe(200);
    expect((await patch(grace.id, { op: "Replace", path: "active", value: "False" })).body).toMatchObject({
      active: false,
    });
    expect(await readMembers()).toBe(404);
    expect((await personOf(client)).memberships).toEqual([]);
    await patch(grace.id, { op: "replace", value: { active: true } });
    expect(await readMembers()).toBe(200);
    expect((await scim("DELETE", `/Users/${grace.id}`)).status).toBe(204);
    expect(await readMembers()).toBe(404);
    expect((await scim("GET", `/Users/${grace.id}`)).status).toBe(404);
    const { body: entries } = await ada.get(pathOf(listAuditEntries, { query: { actor: key.id } }));
    expect(entries).toMatchObject({
      items: [
        { operation: "removeProvisionedUser", actor: { type: "key", id: key.id } },
        { operation: "replaceProvisionedUser" },
        { operation: "replaceProvisionedUser" },
        { operation: "createProvisionedUser" },
      ],
    });
    expect(JSON.stringify(entries)).not.toContain("never stored");
  });

  it("offers each membership to the person, who joins it themselves", async () => {
    const email = "nora@acme.example";
    await create({ emails: [{ value: email, primary: true }] });
    const nora = await signIn(email);
    await join(nora);
    const [own] = (await personOf(nora)).memberships;
    const { id: organizationId } = idSchema.parse(
      await succeed(createOrganization, {
        body: { title: "Third", subdomain: `third-${kind.toLowerCase()}` },
      }),
    );
    const third = await succeed(createApiKey, {
      params: { organizationId },
      body: { name: "Third", scopes: [provisioningScope] },
    });
    const { token } = keySchema.parse(third);
    const body = { schemas: [user], userName: email };
    expect((await call("POST", `/scim/v2/${organizationId}/Users`, { token, body })).status).toBe(201);
    expect(await personOf(nora)).toMatchObject({
      memberships: [own],
      offers: [{ organization: organizationId, title: "Third" }],
    });
    const path = pathOf(joinOrganization, { params: { organizationId } });
    expect((await createAccountClient(server().urls.console).post(path, {})).status).toBe(401);
    expect((await ada.post(path, {})).status).toBe(404);
    // A script of another site, with the person's cookies.
    expect((await nora.post(path, {}, { origin: "https://evil.example" })).status).toBe(403);
    expect((await nora.post(path, {})).status).toBe(200);
    expect(await personOf(nora)).toMatchObject({
      memberships: expect.arrayContaining([own, { organization: organizationId, role: "reader" }]),
      offers: [],
    });
    expect((await nora.post(path, {})).status).toBe(404);
  });

  it("never changes an account, and gives no access to it", async () => {
    const before = await personOf(ada);
    const eve = await create({
      displayName: "Changed",
      emails: [{ value: "ada@acme.example", primary: true }],
      roles: [{ value: "reader" }],
    });
    await patch(
      eve.id,
      { op: "replace", path: "emails", value: [{ value: "eve@acme.example" }] },
      { op: "add", value: { password: "chosen by the identity provider", displayName: "Still changed" } },
    );
    expect(await personOf(ada)).toMatchObject(before);
    const tryPassword = await createAccountClient(server().urls.console).post("/auth/sign-in/email", {
      email: "ada@acme.example",
      password: "chosen by the identity provider",
    });
    expect(tryPassword.status).toBe(401);
    for (const [method, path, body] of [
      [
        "PATCH",
        `/Users/${eve.id}`,
        { schemas: [patchOp], Operations: [{ op: "replace", path: "active", value: false }] },
      ],
      ["DELETE", `/Users/${eve.id}`, undefined],
    ] as const)
      expect(await scim(method, path, body)).toMatchObject({
        status: 409,
        body: { status: "409", detail: expect.stringContaining("is the last owner") },
      });
  });

  it("gives nothing to an account that never proved the address", async () => {
    const email = `mallory-${created}@acme.example`;
    const invitation = await succeed(createInvitation, {
      params: { organizationId: otherId },
      body: { email, role: "reader" },
    });
    const mallory = createAccountClient(server().urls.console);
    const { token } = keySchema.parse(invitation);
    await mallory.post("/auth/invitations/accept", { token, name: "Mallory", password });
    await create({ emails: [{ value: email }], roles: [{ value: "admin" }] });
    expect((await personOf(mallory)).memberships).toEqual([{ organization: otherId, role: "reader" }]);
  });

  it("gives no role to a member whose account never proved the address", async () => {
    const [email, ownEmail] = [`cfo-${created}@acme.example`, `mallory-${created}@own.example`];
    const { id: ownId } = idSchema.parse(
      await succeed(createOrganization, { body: { title: "Own", subdomain: `own-${Date.now()}` } }),
    );
    const invite = (organizationId: string, address: string) => ({
      params: { organizationId },
      body: { email: address, role: "reader" },
    });
    const mallory = createAccountClient(server().urls.console);
    const accept = async (invitation: unknown, more: object = {}) => {
      const { token } = keySchema.parse(invitation);
      expect((await mallory.post("/auth/invitations/accept", { token, ...more })).status).toBe(200);
    };
    // An owner reads the tokens of their invitations, without the mailbox.
    await accept(await succeed(createInvitation, invite(ownId, email)), { name: "Mallory", password });
    const { params: at, body: invited } = invite(seeded().organization, ownEmail);
    await accept((await ada.post(pathOf(createInvitation, { params: at }), invited)).body);
    await create({ emails: [{ value: email }], roles: [{ value: "admin" }] });
    expect((await personOf(mallory)).memberships).toContainEqual({
      organization: seeded().organization,
      role: "reader",
    });
    const { body } = await ada.get(pathOf(listMembers, { params: at }));
    expect(JSON.stringify(body)).toContain(ownEmail);
    expect(JSON.stringify(body)).not.toContain(email);
  });

  it("refuses other tokens, other organizations and sessions, with errors of the protocol", async () => {
    const { id } = await create();
    const error = (status: string) => ({
      status: Number(status),
      body: { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status, detail: expect.any(String) },
    });
    const adminKey = keySchema.parse(
      (
        await ada.post(pathOf(createApiKey, { params: { organizationId: seeded().organization } }), {
          name: "Owner",
          role: "owner",
        })
      ).body,
    );
    const revoked = await createToken(seeded().organization);
    await succeed(revokeApiKey, {
      params: { organizationId: seeded().organization, keyId: revoked.id },
      token: adminKey.token,
    });
    for (const path of ["/Users", `/Users/${id}`, "/ServiceProviderConfig", "/nothing"]) {
      expect(await scim("GET", path, undefined, null)).toMatchObject(error("401"));
      expect(await scim("GET", path, undefined, revoked.token)).toMatchObject(error("401"));
      expect(await scim("GET", path, undefined, adminKey.token)).toMatchObject(error("403"));
      expect(await scim("GET", path, undefined, otherToken)).toMatchObject(error("404"));
      expect((await ada.get(`/scim/v2/${seeded().organization}${path}`)).status).toBe(401);
    }
    expect(await scim("DELETE", `/Users/${id}`, undefined, otherToken)).toMatchObject(error("404"));
    expect(await call("GET", "/scim/v2/org_unknown/Users", { token: key.token })).toMatchObject(error("404"));
    expect(
      await call(listMembers, { params: { organizationId: seeded().organization }, token: key.token }),
    ).toMatchObject({
      status: 403,
    });
    expect((await scim("GET", "/Users", undefined, null)).headers.get("www-authenticate")).toBe("Bearer");
  });

  it("bounds filters, paths and bodies, and stores nothing that it doesn't know", async () => {
    const { id, userName } = await create();
    const filter = async (text: string) => await scim("GET", `/Users?filter=${encodeURIComponent(text)}`);
    expect(await filter(`userName eq "${userName.toUpperCase()}"`)).toMatchObject({
      body: { totalResults: 1, startIndex: 1, itemsPerPage: 1, Resources: [{ id }] },
    });
    for (const text of [`userName eq "' or 1=1 --"`, `userName eq "%"`, `id eq "a/../b"`])
      expect((await filter(text)).body).toMatchObject({ totalResults: 0, Resources: [] });
    for (const text of [
      `userName eq "${"x".repeat(2000)}"`,
      "(".repeat(900),
      `userName sw "user"`,
      `userName eq "a" or userName eq "b"`,
      `password eq "x"`,
      `userName eq "a" and userName eq "b"`,
      `userName eq "x`,
    ])
      expect(await filter(text)).toMatchObject({ status: 400, body: { scimType: "invalidFilter" } });
    for (const path of [
      "a.".repeat(400),
      "emails[value",
      "emails[[value eq 1]]",
      "a b",
      `userName.x`,
      `name[a eq 1].b`,
    ])
      expect(await patch(id, { op: "add", path, value: "x" })).toMatchObject({
        status: 400,
        body: { scimType: expect.stringMatching(/^invalid/) },
      });
    const polluting = `{"schemas":["${patchOp}"],"Operations":[
      {"op":"add","path":"__proto__","value":{"polluted":1}},{"op":"add","path":"constructor.prototype","value":1},
      {"op":"add","path":"emails[__proto__ eq 1].value","value":1},
      {"op":"add","value":{"__proto__":{"polluted":1},"name":{"__proto__":{"polluted":1}}}}]}`;
    expect([200, 400]).toContain((await scim("PATCH", `/Users/${id}`, polluting)).status);
    expect("polluted" in {}).toBe(false);
    expect(await scim("POST", "/Users", { userName: "x".repeat(70_000) })).toMatchObject({ status: 413 });
    expect(await scim("POST", "/Users", "{")).toMatchObject({
      status: 400,
      body: { scimType: "invalidSyntax" },
    });
    expect(
      await scim("PATCH", `/Users/${id}`, {
        schemas: [patchOp],
        Operations: Array.from({ length: 101 }, () => ({ op: "add", path: "displayName", value: "x" })),
      }),
    ).toMatchObject({ status: 400 });
    expect(
      await create({ [enterprise]: { department: "R&D" }, phoneNumbers: [{ value: "1" }] }),
    ).not.toHaveProperty("phoneNumbers");
    for (const roles of ["owner", ["superuser"]])
      expect(await scim("POST", "/Users", { userName: "z@acme.example", roles })).toMatchObject({
        status: 400,
        body: { scimType: "invalidValue", detail: expect.stringContaining("can't be granted") },
      });
    expect(await scim("POST", "/Users", { userName })).toMatchObject({
      status: 409,
      body: { scimType: "uniqueness" },
    });
  });

  it("counts every request against the organization's quota, and says when to try again", async () => {
    const { id: organizationId } = idSchema.parse(
      await succeed(createOrganization, { body: { title: "Busy", subdomain: `busy-${Date.now()}` } }),
    );
    const params = { organizationId };
    const busy = await succeed(createApiKey, { params, body: { name: "Busy", scopes: [provisioningScope] } });
    await succeed(setOrganizationQuota, { params, body: { requestsPerMinute: 4 } });
    const { token } = keySchema.parse(busy);
    const get = async (path: string) => await call("GET", `/scim/v2/${organizationId}${path}`, { token });
    const paths = ["/Users", "/ServiceProviderConfig", "/Schemas", "/nothing"];
    for (const path of paths) expect((await get(path)).status).toBe(path === "/nothing" ? 404 : 200);
    for (const path of paths) {
      const { status, body, headers } = await get(path);
      expect({ status, body }).toMatchObject({
        status: 429,
        body: { schemas: ["urn:ietf:params:scim:api:messages:2.0:Error"], status: "429" },
      });
      expect(headers.get("content-type")).toBe("application/scim+json");
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
  });

  it("keeps both of two concurrent changes", async () => {
    const { id } = await create();
    const changes = await Promise.all([
      patch(id, { op: "replace", path: "active", value: false }),
      ...["a", "b"].map(async (name) => await patch(id, { op: "replace", path: "displayName", value: name })),
    ]);
    expect(changes.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body, headers } = await scim("GET", `/Users/${id}`);
    expect(body).toMatchObject({ active: false, displayName: expect.stringMatching(/^[ab]$/) });
    expect(headers.get("etag")).toBe('W/"4"');
  });

  it("changes and removes resources only in the version of If-Match", async () => {
    const { id, userName } = await create();
    const group = { displayName: `Group of ${userName}` };
    const { id: groupId } = idSchema.parse((await scim("POST", "/Groups", group)).body);
    const send = async (method: string, path: string, version: string, body?: object) => {
      const headers = { "if-match": version };
      return (
        await call(method, `/scim/v2/${seeded().organization}${path}`, { body, headers, token: key.token })
      ).status;
    };
    for (const [path, body] of [
      [`/Users/${id}`, { userName }],
      [`/Groups/${groupId}`, group],
    ] as const) {
      const op = { schemas: [patchOp], Operations: [{ op: "replace", path: "externalId", value: "x" }] };
      expect(await send("PATCH", path, 'W/"9"', op)).toBe(412);
      expect(await send("PUT", path, 'W/"9"', body)).toBe(412);
      expect(await send("DELETE", path, 'W/"9"')).toBe(412);
      expect(await send("PATCH", path, 'W/"1"', op)).toBe(200);
      expect(await send("PUT", path, 'W/"2"', body)).toBe(200);
      expect(await send("DELETE", path, "*")).toBe(204);
    }
  });

  it("returns the attributes and parts that a request selects", async () => {
    const { id, userName } = await create({
      name: { givenName: "Ada", familyName: "L" },
      displayName: "Ada L",
    });
    const get = async (query: string) => (await scim("GET", `/Users/${id}?${query}`)).body;
    const always = { schemas: [user], id };
    expect(await get("attributes=USERNAME, name.givenName")).toEqual({
      ...always,
      userName,
      name: { givenName: "Ada" },
    });
    expect(await get(`attributes=${user}:displayName`)).toEqual({ ...always, displayName: "Ada L" });
    expect(await get("excludedAttributes=id,meta,name.familyName,active")).toEqual({
      ...always,
      userName,
      displayName: "Ada L",
      name: { givenName: "Ada" },
    });
  });

  it("describes all attributes that it returns", async () => {
    const { id } = await create({
      externalId: "1",
      displayName: "Ada",
      name: { formatted: "Ada L", givenName: "Ada", familyName: "L" },
      emails: [{ value: `full-${created}@acme.example`, type: "work", primary: true }],
      roles: [{ value: "editor", type: "x" }],
    });
    const members = [{ value: id }];
    const group = await scim("POST", "/Groups", { displayName: `Full ${id}`, externalId: "1", members });
    for (const [schema, { body }] of [
      ["User", await scim("GET", `/Users/${id}`)],
      ["Group", group],
    ] as const) {
      const described = z
        .object({
          attributes: z.array(z.object({ name: z.string(), subAttributes: namesSchema.optional() })),
        })
        .parse((await scim("GET", `/Schemas/urn:ietf:params:scim:schemas:core:2.0:${schema}`)).body);
      // Common attributes are in no schema (RFC 7643, section 3.1).
      const { id: _id, externalId: _externalId, meta: _meta, schemas: _schemas, ...own } = Object(body);
      const partsOf = (value: unknown) =>
        [value].flat().flatMap((item) => (typeof item === "object" ? Object.keys(Object(item)) : []));
      const namesOf = (pairs: readonly (readonly [string, readonly string[]])[]) =>
        Object.fromEntries(pairs.map(([name, parts]) => [name, parts.toSorted()]));
      expect(namesOf(Object.entries(own).map(([name, value]) => [name, partsOf(value)]))).toEqual(
        namesOf(
          described.attributes.map(({ name, subAttributes = [] }) => [
            name,
            subAttributes.map((each) => each.name),
          ]),
        ),
      );
    }
  });

  it("describes itself", async () => {
    expect(await scim("GET", "/ServiceProviderConfig")).toMatchObject({
      status: 200,
      body: { patch: { supported: true }, filter: { maxResults: 100 } },
    });
    for (const path of ["/ResourceTypes", "/Schemas"]) {
      const { body } = await scim("GET", path);
      const { Resources } = z.object({ Resources: z.array(idSchema) }).parse(body);
      expect(await scim("GET", `${path}/${Resources[0]?.id}`)).toMatchObject({
        status: 200,
        body: Resources[0],
      });
    }
  });

  it("reported no errors", () => {
    expect(errors).toEqual([]);
  });
});
