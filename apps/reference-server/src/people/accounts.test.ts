import {
  createInvitation,
  requestSupportAccess,
  listAuditEntries,
  getSession,
  listMembers,
} from "@plugboard/api/routes";
import { listSpaces, updatePageContent } from "@plugboard/content/routes";
import { atNight } from "@plugboard/test-postgres";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { createAccountClient } from "../fixtures/account-client.fixture.ts";
import { adminToken, pathOf, setUpServer } from "../fixtures/set-up-server.fixture.ts";
import type { DatabaseKind } from "../fixtures/set-up-storage.fixture.ts";

const password = "correct horse battery";
const ada = { name: "Ada", email: "ada@example.com", password };
const tokenSchema = z.object({ token: z.string() });
const deviceSchema = z.object({ device_code: z.string(), user_code: z.string() });
const grantSchema = z.object({ access_token: z.string() });

function setUp(kind: DatabaseKind = "SQLite") {
  const used = setUpServer(kind);
  const newClient = () => createAccountClient(used.server().urls.console);
  const invite = async (email: string, role: string): Promise<string> => {
    const params = { organizationId: used.seeded().organization };
    await used.succeed(requestSupportAccess, { params, body: { reason: "They asked for it." } });
    return tokenSchema.parse(await used.succeed(createInvitation, { params, body: { email, role } })).token;
  };
  const firstOwnerToken = () => used.server().firstOwnerUrl?.split("#")[1] ?? "";
  return { ...used, newClient, invite, firstOwnerToken };
}

describe.each(["SQLite", ...atNight("PostgreSQL")] as const)("accounts on %s", (kind) => {
  const { server, seeded, newClient, invite, firstOwnerToken, call, errors } = setUp(kind);
  const page = () => ({ spaceId: seeded().space, pageId: seeded().page });

  it("begin with the one-time link of the first owner", async () => {
    expect(server().firstOwnerUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/welcome#[\w-]{32}$/);
    const client = newClient();
    const email = `${"a".repeat(200)}@example.com`;
    const long = await client.post("/auth/first-owner", { token: firstOwnerToken(), ...ada, email });
    expect(long).toMatchObject({ status: 400 });
    const created = await client.post("/auth/first-owner", { token: firstOwnerToken(), ...ada });
    expect(created.status).toBe(200);
    const session = await client.get(pathOf(getSession));
    expect(session.body).toEqual({
      signedIn: true,
      person: {
        id: expect.any(String),
        name: "Ada",
        email: "ada@example.com",
        hasSecondFactor: false,
        memberships: [{ organization: seeded().organization, role: "owner" }],
        offers: [],
      },
    });
    expect((await client.get(pathOf(listSpaces))).status).toBe(200);
    const again = await newClient().post("/auth/first-owner", {
      token: firstOwnerToken(),
      ...ada,
      email: "eve@example.com",
    });
    expect(again).toMatchObject({ status: 403, body: { code: "LINK_USED" } });
  });

  it("sign people in by password, and out", async () => {
    const client = newClient();
    expect((await client.post("/auth/sign-in/email", { email: ada.email, password })).status).toBe(200);
    expect((await client.get(pathOf(getSession))).body).toMatchObject({ person: { name: "Ada" } });
    expect((await client.get("/auth/sessions")).body).toMatchObject({ items: [{}, { current: true }] });
    const copy = new Map(client.cookies);
    const signedOut = await client.post("/auth/sign-out");
    expect(signedOut.status).toBe(200);
    const thief = newClient();
    for (const [name, value] of copy) thief.cookies.set(name, value);
    expect((await thief.get(pathOf(getSession))).body).toEqual({ signedIn: false });
  });

  it("are created by an invitation, with its role", async () => {
    const token = await invite("Grace@example.com", "reader");
    const client = newClient();
    expect((await client.post("/auth/invitations/read", { token })).body).toEqual({
      email: "Grace@example.com",
      role: "reader",
      organization: "Acme",
    });
    const accepted = await client.post("/auth/invitations/accept", { token, name: "Grace", password });
    expect(accepted).toMatchObject({ status: 200, body: { role: "reader" } });
    const params = { organizationId: seeded().organization };
    expect((await client.get(pathOf(listMembers, { params }))).body).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ name: "Grace", email: "grace@example.com" })]),
    });
    const headers = {
      origin: server().urls.console,
      cookie: [...client.cookies].map((pair) => pair.join("=")).join("; "),
    };
    const saved = await call(updatePageContent, {
      params: page(),
      token: null,
      headers,
      body: { markdown: "# No" },
    });
    expect(saved).toMatchObject({ status: 403 });
  });

  it("are created once from an invitation that is accepted many times concurrently", async () => {
    const token = await invite("many@example.com", "reader");
    const body = { token, name: "Many", password };
    const accept = async () => await newClient().post("/auth/invitations/accept", body);
    const responses = await Promise.all(Array.from({ length: 8 }, accept));
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(7);
    for (const { status, body: problem } of refused)
      expect([status, problem]).toEqual([
        expect.toSatisfy((code: number) => code === 404 || code === 409),
        expect.objectContaining({ code: expect.stringMatching(/^(?:LINK_USED|EMAIL_IN_USE|CONFLICT)$/) }),
      ]);
    const signedIn = newClient();
    await signedIn.post("/auth/sign-in/email", { email: "many@example.com", password });
    const again = await invite("another@example.com", "reader");
    const joining = () => signedIn.post("/auth/invitations/accept", { token: again });
    for (const { status } of await Promise.all(Array.from({ length: 8 }, joining))) expect(status).toBe(409);
    expect(errors).toEqual([]);
  });

  it("give a command line its own session once approved", async () => {
    const person = newClient();
    await person.post("/auth/sign-in/email", { email: ada.email, password });
    const [machine, client] = [newClient(), { client_id: "plugboard-cli" }];
    const { device_code, user_code } = deviceSchema.parse(
      (await machine.post("/auth/device/code", client)).body,
    );
    const grant_type = "urn:ietf:params:oauth:grant-type:device_code";
    expect((await person.get(`/auth/device?user_code=${user_code}`)).body).toMatchObject({
      status: "pending",
    });
    const early = deviceSchema.parse((await machine.post("/auth/device/code", client)).body);
    const polled = await machine.post("/auth/device/token", {
      grant_type,
      device_code: early.device_code,
      ...client,
    });
    expect(polled).toMatchObject({ status: 400, body: { error: "authorization_pending" } });
    expect(JSON.stringify(polled)).not.toContain("pbs_");
    expect((await person.post("/auth/device/approve", { userCode: user_code })).status).toBe(200);
    const granted = await machine.post("/auth/device/token", { grant_type, device_code, ...client });
    const token = grantSchema.parse(granted.body).access_token;
    expect(token).toMatch(/^pbs_/);
    expect(await call(getSession, { token })).toMatchObject({ body: { person: { name: "Ada" } } });
    expect((await call(listSpaces, { token })).status).toBe(200);
    expect((await call(listSpaces, { token: `${token.slice(0, -5)}AAAA=` })).status).toBe(401);
    expect((await call(listSpaces, { token: token.split(".")[0] })).status).toBe(401);
    await call("POST", "/auth/sign-out", { token, body: {} });
    expect((await call(listSpaces, { token })).status).toBe(401);
  });

  it("get a new password through a link from the administrator", async () => {
    const response = await call("POST", "/auth/password-link", {
      token: adminToken,
      body: { email: ada.email },
    });
    const { url } = z.object({ url: z.string() }).parse(response.body);
    const query = { operation: "createPasswordLink" };
    expect(await call(listAuditEntries, { query })).toMatchObject({
      body: { items: [{ actor: { type: "admin" } }] },
    });
    const newPassword = "another fine password";
    const token = url.split("#")[1];
    const client = newClient();
    expect((await client.post("/auth/reset-password", { token, newPassword })).status).toBe(200);
    expect((await client.post("/auth/sign-in/email", { email: ada.email, password })).status).toBe(401);
    expect(
      (await client.post("/auth/sign-in/email", { email: ada.email, password: newPassword })).status,
    ).toBe(200);
    expect((await client.post("/auth/reset-password", { token, newPassword })).status).toBe(400);
    expect((await client.post("/auth/password-link", { email: ada.email })).status).toBe(403);
    expect(errors).toEqual([]);
  });
});
