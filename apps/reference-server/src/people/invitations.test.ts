import {
  createInvitation,
  requestSupportAccess,
  createOrganization,
  getSession,
  listAuditEntries,
  listMembers,
} from "@plugboard/api/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { type AccountClient, createAccountClient } from "../fixtures/account-client.fixture.ts";
import { startMailServer } from "../fixtures/mail-server.fixture.ts";
import { pathOf, setUpServer } from "../fixtures/set-up-server.fixture.ts";
import { waitFor } from "../fixtures/wait-for.fixture.ts";

const password = "correct horse battery";
const mailServer = await startMailServer();

describe("invitations", () => {
  const { server, seeded, succeed, errors } = setUpServer("SQLite", {
    smtpUrl: mailServer.url,
    mailFrom: "Plugboard <plugboard@example.com>",
  });
  let ada: AccountClient;
  let read = 0;

  const newClient = () => createAccountClient(server().urls.console);
  const invite = async (email: string, organizationId = seeded().organization): Promise<string> => {
    const body = { email, role: "editor" };
    await succeed(requestSupportAccess, {
      params: { organizationId },
      body: { reason: "They asked for it." },
    });
    const invitation = await succeed(createInvitation, { params: { organizationId }, body });
    return z.object({ token: z.string() }).parse(invitation).token;
  };
  /** Returns the link in the next mail. */
  const nextLink = async (): Promise<URL> => {
    const mail = await waitFor("a mail", () => mailServer.received[read]);
    read += 1;
    const text = mail.content.replaceAll("=\n", "").replaceAll("=3D", "=");
    return new URL(/^http\S+$/m.exec(text)?.[0] ?? "");
  };
  const signInByMail = async (email: string): Promise<AccountClient> => {
    const client = newClient();
    await client.post("/auth/sign-in/magic-link", { email, callbackURL: "/" });
    const { pathname, search } = await nextLink();
    expect((await client.get(`${pathname}${search}`)).status).toBe(302);
    return client;
  };
  const personOf = async (client: AccountClient): Promise<unknown> =>
    (await client.get(pathOf(getSession))).body;

  beforeAll(async () => {
    ada = newClient();
    const token = server().firstOwnerUrl?.split("#")[1];
    await ada.post("/auth/first-owner", { token, name: "Ada", email: "ada@example.com", password });
  });
  afterAll(() => mailServer.close());

  it("sent by email verify the address, so the account keeps its password after signing in by email link", async () => {
    await ada.post("/auth/invitations/send", { token: await invite("grace@example.com") });
    const link = (await nextLink()).hash.slice(1);
    const accepted = await newClient().post("/auth/invitations/accept", {
      token: link,
      name: "Grace",
      password,
    });
    expect(accepted).toMatchObject({ status: 200, body: { role: "editor" } });
    expect(await succeed(listAuditEntries, { query: { operation: "acceptInvitation" } })).toMatchObject({
      items: [{ actor: { type: "member" }, request: { email: "grace@example.com" } }],
    });
    expect(await personOf(await signInByMail("grace@example.com"))).toMatchObject({
      person: { name: "Grace" },
    });
    const signedIn = await newClient().post("/auth/sign-in/email", { email: "grace@example.com", password });
    expect(signedIn.status).toBe(200);
  });

  it("accepted by an account can be undone by deleting it, except for the last owner", async () => {
    const refused = await ada.post("/auth/delete-user");
    expect(refused).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("last owner of Acme") },
    });
    const grace = newClient();
    await grace.post("/auth/sign-in/email", { email: "grace@example.com", password });
    expect((await grace.post("/auth/delete-user")).status).toBe(200);
    expect(await personOf(grace)).toEqual({ signedIn: false });
    const params = { organizationId: seeded().organization };
    expect(await succeed(listMembers, { params })).toMatchObject({ items: [{ name: "Ada" }] });
    const again = await grace.post("/auth/sign-in/email", { email: "grace@example.com", password });
    expect(again.status).toBe(401);
  });

  it("passed on by hand do not, so the owner of the mailbox replaces the person who accepted", async () => {
    const email = "bob@example.com";
    const squatter = newClient();
    const token = await invite(email);
    await squatter.post("/auth/invitations/accept", {
      token: `${token}.made-up-proof`,
      name: "Bob",
      password,
    });
    expect(await personOf(squatter)).toMatchObject({ person: { name: "Bob" } });
    expect(await personOf(await signInByMail(email))).toMatchObject({ person: { email } });
    expect(await personOf(squatter)).toEqual({ signedIn: false });
    expect((await newClient().post("/auth/sign-in/email", { email, password })).status).toBe(401);
  });

  it("add an organization to a signed-in account", async () => {
    const body = { title: "Other", subdomain: "other" };
    const organization = z.object({ id: z.string() }).parse(await succeed(createOrganization, { body }));
    const token = await invite("ada@work.example.com", organization.id);
    expect((await ada.post("/auth/invitations/accept", { token })).status).toBe(200);
    expect(await personOf(ada)).toMatchObject({
      person: {
        name: "Ada",
        memberships: expect.arrayContaining([{ organization: organization.id, role: "editor" }]),
      },
    });
  });

  it("cannot be sent without signing in", async () => {
    const token = await invite("eve@example.com");
    expect((await newClient().post("/auth/invitations/send", { token })).status).toBe(401);
    expect(errors).toEqual([]);
  });
});
