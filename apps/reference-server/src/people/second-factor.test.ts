import { createHmac } from "node:crypto";
import {
  createApiKey,
  createInvitation,
  requestSupportAccess,
  getSession,
  listAuditEntries,
  updateOrganization,
} from "@plugboard/api/routes";
import { getSpace, listSpaces } from "@plugboard/content/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { type AccountClient, createAccountClient } from "../fixtures/account-client.fixture.ts";
import { startMailServer } from "../fixtures/mail-server.fixture.ts";
import { pathOf, setUpServer } from "../fixtures/set-up-server.fixture.ts";
import { readNetwork } from "../http/client-address.ts";
import { waitFor } from "../fixtures/wait-for.fixture.ts";

const password = "correct horse battery";
const mailServer = await startMailServer();

/**
 * Returns a code of an authenticator app (RFC 6238). The server also accepts the next period's code, and each code
 * once.
 */
function codeOf(totpUri: string, periodsAhead = 0): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const secret = new URL(totpUri).searchParams.get("secret") ?? "";
  const bits = Array.from(secret, (letter) => letters.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + periodsAhead));
  const digest = createHmac("sha1", key).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

describe("a second factor", () => {
  const { server, seeded, succeed, call, errors } = setUpServer("SQLite", {
    smtpUrl: mailServer.url,
    mailFrom: "Plugboard <plugboard@example.com>",
    trustedProxies: [readNetwork("127.0.0.0/8")].filter((network) => network !== undefined),
  });
  let clients = 0;
  let ada: AccountClient;
  let totpUri = "";
  const params = () => ({ organizationId: seeded().organization });
  const space = () => pathOf(getSpace, { params: { spaceId: seeded().space } });
  // Each client has its own address, because the server limits attempts.
  const newClient = (): AccountClient => {
    clients += 1;
    return createAccountClient(server().urls.console, { "x-forwarded-for": `192.0.2.${clients}` });
  };
  const personOf = async (client: AccountClient): Promise<unknown> =>
    (await client.get(pathOf(getSession))).body;
  const setUpFactor = async (client: AccountClient): Promise<string> => {
    const begun = await client.post("/auth/two-factor/enable", { password });
    const { totpURI } = z.object({ totpURI: z.string() }).parse(begun.body);
    const verified = await client.post("/auth/two-factor/verify-totp", { code: codeOf(totpURI) });
    expect(verified.status).toBe(200);
    return totpURI;
  };
  const change = async (client: AccountClient, requiresSecondFactor: boolean) => {
    const cookie = [...client.cookies].map((pair) => pair.join("=")).join("; ");
    const headers = { origin: server().urls.console, cookie };
    return await call(updateOrganization, {
      params: params(),
      token: null,
      headers,
      body: { requiresSecondFactor },
    });
  };

  beforeAll(async () => {
    ada = newClient();
    const token = server().firstOwnerUrl?.split("#")[1];
    await ada.post("/auth/first-owner", { token, name: "Ada", email: "ada@example.com", password });
  });
  afterAll(() => mailServer.close());

  it("cannot be required by an owner without one", async () => {
    expect(await change(ada, true)).toMatchObject({
      status: 409,
      body: { detail: expect.stringContaining("your own second factor first") },
    });
  });

  it("is required after an email link and after a password", async () => {
    totpUri = await setUpFactor(ada);
    const client = newClient();
    const email = "ada@example.com";
    const bySecret = await client.post("/auth/sign-in/email", { email, password });
    expect(bySecret.body).toMatchObject({ twoFactorRedirect: true });

    const byLink = newClient();
    const callbackURL = `${server().urls.console}/events?type=site_view`;
    await byLink.post("/auth/sign-in/magic-link", { email, callbackURL });
    const mail = await waitFor("a mail", () => mailServer.received[0]);
    const text = mail.content.replaceAll("=\n", "").replaceAll("=3D", "=");
    const { pathname, search } = new URL(/^http\S+$/m.exec(text)?.[0] ?? "");
    const opened = await byLink.get(`${pathname}${search}`);
    expect([opened.status, opened.headers.get("location")]).toEqual([302, `${callbackURL}&code=required`]);
    expect(await personOf(byLink)).toEqual({ signedIn: false });
    expect((await byLink.get(pathOf(listSpaces))).status).toBe(401);
    const wrong = await byLink.post("/auth/two-factor/verify-totp", { code: "000000" });
    expect(wrong.status).toBe(401);
    const code = codeOf(totpUri, 1);
    const right = await byLink.post("/auth/two-factor/verify-totp", { code });
    expect(right.status).toBe(200);
    expect(await personOf(byLink)).toMatchObject({ person: { name: "Ada", hasSecondFactor: true } });
    // A person who knows the password and observed the code is rejected.
    const replaying = newClient();
    await replaying.post("/auth/sign-in/email", { email, password });
    const replayed = await replaying.post("/auth/two-factor/verify-totp", { code, trustDevice: true });
    expect(replayed).toMatchObject({ status: 401, body: { code: "CODE_USED" } });
    expect(await personOf(replaying)).toEqual({ signedIn: false });
    // The link is consumed with or without the code.
    const again = await newClient().get(`${pathname}${search}`);
    expect(again.headers.get("location")).toContain("error=INVALID_TOKEN");
  });

  it("blocks members without one if required, but no API keys", async () => {
    await succeed(requestSupportAccess, { params: params(), body: { reason: "They asked for it." } });
    const invited = await succeed(createInvitation, {
      params: params(),
      body: { email: "grace@example.com", role: "admin" },
    });
    const grace = newClient();
    const { token } = z.object({ token: z.string() }).parse(invited);
    await grace.post("/auth/invitations/accept", { token, name: "Grace", password });
    const apiKey = await succeed(createApiKey, { params: params(), body: { name: "CI", role: "reader" } });
    const key = z.object({ token: z.string() }).parse(apiKey).token;
    expect((await grace.get(space())).status).toBe(200);
    expect(await change(grace, true)).toMatchObject({ status: 403, body: { code: "forbidden" } });

    expect(await change(ada, true)).toMatchObject({ status: 200, body: { requiresSecondFactor: true } });
    expect(await succeed(listAuditEntries, { query: { operation: "updateOrganization" } })).toMatchObject({
      items: [
        {
          actor: { type: "member" },
          request: { requiresSecondFactor: true },
          after: { requiresSecondFactor: true },
        },
      ],
    });
    expect((await ada.get(space())).status).toBe(200);
    for (const path of [
      space(),
      pathOf(listSpaces),
      pathOf(listSpaces, { query: { organization: params().organizationId } }),
    ])
      expect(await grace.get(path)).toMatchObject({ status: 403, body: { code: "second_factor_required" } });
    expect(await change(grace, false)).toMatchObject({
      status: 403,
      body: { code: "second_factor_required" },
    });
    expect((await call("GET", space(), { token: key })).status).toBe(200);
    expect(await personOf(grace)).toMatchObject({
      person: { hasSecondFactor: false, memberships: [{ role: "admin", requiresSecondFactor: true }] },
    });

    await setUpFactor(grace);
    expect((await grace.get(space())).status).toBe(200);
    await grace.post("/auth/two-factor/disable", { password });
    expect((await grace.get(space())).status).toBe(403);
    expect((await change(ada, false)).status).toBe(200);
    expect((await grace.get(space())).status).toBe(200);
    expect(errors).toEqual([]);
  });
});
