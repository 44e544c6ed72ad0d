import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { type SQLInputValue, StatementSync } from "node:sqlite";
import {
  createInvitation,
  createOrganization,
  requestSupportAccess,
  getSession,
} from "@plugboard/api/routes";
import { updatePageContent } from "@plugboard/content/routes";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import {
  type AccountClient,
  type AccountResponse,
  createAccountClient,
} from "../fixtures/account-client.fixture.ts";
import { sendRaw } from "../fixtures/send-raw.fixture.ts";
import { adminToken, pathOf, setUpServer } from "../fixtures/set-up-server.fixture.ts";
import { readNetwork } from "../http/client-address.ts";

type Run = (this: StatementSync, ...values: SQLInputValue[]) => unknown;

const password = "correct horse battery";
const ada = { email: "ada@example.com", password };
const evil = "https://evil.example.com";
const daySeconds = 24 * 3600;

describe("an attacker", () => {
  const trustedProxies = [readNetwork("127.0.0.0/8")].filter((network) => network !== undefined);
  const { server, seeded, call, succeed, errors } = setUpServer("SQLite", { trustedProxies });
  let clients = 0;
  let ownerLink = "";
  let owners = 0;
  // Their sessions last through all tests.
  let people: { readonly ada: AccountClient; readonly eve: AccountClient };

  // Each client has its own address, so that rate limits don't interfere.
  const newClient = (): AccountClient => {
    clients += 1;
    return createAccountClient(server().urls.console, { "x-forwarded-for": `192.0.2.${clients}` });
  };
  const invite = async (email: string, organizationId = seeded().organization): Promise<string> => {
    const params = { organizationId };
    await succeed(requestSupportAccess, { params, body: { reason: "They asked for it." } });
    const invitation = await succeed(createInvitation, { params, body: { email, role: "reader" } });
    return z.object({ token: z.string() }).parse(invitation).token;
  };
  const personOf = async (client: AccountClient): Promise<unknown> =>
    (await client.get(pathOf(getSession))).body;
  const passwordLink = async (): Promise<string> => {
    const link = await succeed("POST", "/auth/password-link", {
      token: adminToken,
      body: { email: ada.email },
    });
    return z.object({ url: z.string() }).parse(link).url.split("#")[1] ?? "";
  };

  beforeAll(async () => {
    ownerLink = server().firstOwnerUrl?.split("#")[1] ?? "";
    const attempts = Array.from({ length: 3 }, async () => {
      const client = newClient();
      const { status } = await client.post("/auth/first-owner", { token: ownerLink, name: "Ada", ...ada });
      return { client, status };
    });
    const through = (await Promise.all(attempts)).filter(({ status }) => status === 200);
    owners = through.length;
    people = { ada: through[0]?.client ?? newClient(), eve: newClient() };
    await people.eve.post("/auth/invitations/accept", {
      token: await invite("eve@example.com"),
      name: "Eve",
      password,
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each<[what: string, attack: () => Promise<AccountResponse>, status: number, code?: string]>([
    [
      "uses the first owner's link again",
      () =>
        newClient().post("/auth/first-owner", {
          token: ownerLink,
          name: "Eve",
          email: "eve2@example.com",
          password,
        }),
      403,
      "LINK_USED",
    ],
    [
      "guesses a first owner's link",
      () => newClient().post("/auth/first-owner/read", { token: "x".repeat(32) }),
      403,
      "LINK_USED",
    ],
    [
      "signs up without an invitation",
      () => newClient().post("/auth/sign-up/email", { ...ada, name: "Eve", email: "new@example.com" }),
      404,
    ],
    [
      "signs in from a foreign page",
      () => newClient().post("/auth/sign-in/email", ada, { origin: evil }),
      403,
      "INVALID_ORIGIN",
    ],
    [
      "signs in by a form of a foreign page",
      () =>
        newClient().post("/auth/sign-in/email", ada, {
          origin: evil,
          "sec-fetch-site": "cross-site",
          "sec-fetch-mode": "navigate",
        }),
      403,
    ],
    [
      "ends sessions from a foreign page",
      () => people.ada.post("/auth/revoke-sessions", {}, { origin: evil }),
      403,
      "INVALID_ORIGIN",
    ],
    [
      "changes a page from a foreign page",
      async () => {
        const { cookies } = people.ada;
        const headers = { origin: evil, cookie: [...cookies].map((pair) => pair.join("=")).join("; ") };
        const params = { spaceId: seeded().space, pageId: seeded().page };
        return await call(updatePageContent, { params, token: null, headers, body: { markdown: "# No" } });
      },
      403,
      "forbidden",
    ],
    [
      "sends a link to another site",
      () => newClient().post("/auth/sign-in/magic-link", { email: ada.email, callbackURL: evil }),
      403,
      "INVALID_CALLBACK_URL",
    ],
    [
      "sends a link to another site without a scheme",
      () =>
        newClient().post("/auth/sign-in/magic-link", { email: ada.email, callbackURL: "//evil.example.com" }),
      403,
      "INVALID_CALLBACK_URL",
    ],
    [
      "opens a link to another site",
      () =>
        newClient().get(
          `/auth/magic-link/verify?token=x&callbackURL=${encodeURIComponent("/\\evil.example.com")}`,
        ),
      403,
      "INVALID_REDIRECT_URL",
    ],
    [
      "ends another person's session",
      async () => {
        const { body } = await people.ada.get("/auth/sessions");
        const { items } = z.object({ items: z.array(z.object({ id: z.string() })) }).parse(body);
        return await people.eve.post("/auth/sessions/end", {
          id: items[0]?.id,
        });
      },
      404,
      "NOT_FOUND",
    ],
    [
      "requests a session with its own client",
      () => newClient().post("/auth/device/code", { client_id: "evil" }),
      400,
    ],
    [
      "approves another person's command line",
      async () => {
        const { body } = await newClient().post("/auth/device/code", { client_id: "plugboard-cli" });
        const { user_code: userCode } = z.object({ user_code: z.string() }).parse(body);
        await people.ada.get(`/auth/device?user_code=${userCode}`);
        return await people.eve.post("/auth/device/approve", {
          userCode,
        });
      },
      403,
    ],
    [
      "creates a password link",
      () => people.ada.post("/auth/password-link", { email: ada.email }),
      403,
      "FORBIDDEN",
    ],
    [
      "accepts an invitation again",
      async () => {
        const token = await invite("bob@example.com");
        const bob = { token, name: "Bob", password };
        expect((await newClient().post("/auth/invitations/accept", bob)).status).toBe(200);
        return await newClient().post("/auth/invitations/accept", { ...bob, name: "Eve" });
      },
      404,
      "LINK_USED",
    ],
    [
      "takes over an account by an invitation to its address",
      async () => {
        const body = { title: "Evil", subdomain: `evil-${Date.now()}` };
        const { id } = z.object({ id: z.string() }).parse(await succeed(createOrganization, { body }));
        const token = await invite(ada.email, id);
        return await newClient().post("/auth/invitations/accept", {
          token,
          name: "Eve",
          password: "another password",
        });
      },
      409,
      "EMAIL_IN_USE",
    ],
    [
      "gives a passkey a name of 10,000 characters",
      () => people.eve.post("/auth/passkey/update-passkey", { id: "key", name: "x".repeat(10_000) }),
      400,
      "INVALID_REQUEST",
    ],
    [
      "uses a password link that is too old",
      async () => {
        const token = await passwordLink();
        vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + (daySeconds + 60) * 1000 });
        return await newClient().post("/auth/reset-password", { token, newPassword: "another password" });
      },
      400,
      "INVALID_TOKEN",
    ],
    [
      "uses a session after its end",
      async () => {
        const client = newClient();
        await client.post("/auth/sign-in/email", ada);
        vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 8 * daySeconds * 1000 });
        return await client.get("/auth/sessions");
      },
      401,
    ],
  ])("%s, and is rejected", async (_what, attack, status, code) => {
    expect(await attack()).toMatchObject({ status, ...(code !== undefined && { body: { code } }) });
  });

  it("creates one owner from the first owner's link under concurrent use", () => {
    expect(owners).toBe(1);
  });

  it("cannot find out who has an account", async () => {
    const asks = (email: string) =>
      [
        ["/auth/sign-in/email", { email, password: "wrong password" }],
        ["/auth/sign-in/magic-link", { email }],
        ["/auth/request-password-reset", { email }],
      ] as const;
    const attempt = async (email: string) =>
      await Promise.all(
        asks(email).map(async ([path, body]) => {
          const { status, body: said } = await newClient().post(path, body);
          return { status, said };
        }),
      );
    expect(await attempt("nobody@example.com")).toEqual(await attempt(ada.email));
  });

  it("can't find accounts by response times, because an unknown account costs the same work", async () => {
    const work: string[] = [];
    const statements: { all: Run; run: Run; get: Run } = StatementSync.prototype;
    const spies = (["all", "run", "get"] as const).map((name) => {
      const original = statements[name];
      return vi.spyOn(statements, name).mockImplementation(function (this: StatementSync, ...values) {
        work.push(this.sourceSQL);
        return original.apply(this, values);
      });
    });
    const { scrypt } = crypto;
    const hashing = vi.spyOn(crypto, "scrypt").mockImplementation((...hashed: unknown[]) => {
      work.push("scrypt");
      Reflect.apply(scrypt, crypto, hashed);
    });
    syncBuiltinESMExports();
    try {
      /** Returns the amount of costly work: hashed passwords, written rows and read rows. */
      const workOf = async (path: string, body: object): Promise<readonly number[]> => {
        work.length = 0;
        await newClient().post(path, body);
        // Background work isn't part of a sign-in.
        const own = work.filter((each) => each === "scrypt" || each.includes('"auth_'));
        const writes = own.filter((each) => /^(?:insert|update|delete)/.test(each)).length;
        const hashes = own.filter((each) => each === "scrypt").length;
        return [hashes, writes, own.length - hashes - writes];
      };
      const worked: unknown[] = [];
      for (const path of [
        "/auth/sign-in/email",
        "/auth/sign-in/magic-link",
        "/auth/request-password-reset",
      ]) {
        const [known, unknown] = [
          await workOf(path, { email: ada.email, password: "wrong password" }),
          await workOf(path, { email: "nobody@example.com", password: "wrong password" }),
        ];
        worked.push([path, known, unknown]);
      }
      expect(worked).toEqual([
        ["/auth/sign-in/email", [1, 0, 3], [1, 0, 3]],
        ["/auth/sign-in/magic-link", [0, 1, 1], [0, 1, 1]],
        ["/auth/request-password-reset", [0, 1, 4], [0, 1, 4]],
      ]);
    } finally {
      for (const spy of [...spies, hashing]) spy.mockRestore();
      syncBuiltinESMExports();
    }
  });

  it("finds only used sessions after seven days", async () => {
    const [used, left] = [newClient(), newClient()];
    for (const client of [used, left]) await client.post("/auth/sign-in/email", ada);
    const start = Date.now();
    for (const day of [2, 8]) {
      vi.useFakeTimers({ toFake: ["Date"], now: start + day * daySeconds * 1000 });
      expect(await personOf(used)).toMatchObject({ person: { name: "Ada" } });
    }
    expect(await personOf(left)).toEqual({ signedIn: false });
  });

  it("can't use a session planted before the sign-in", async () => {
    const { eve } = people;
    const [name = "", planted = ""] = [...eve.cookies][0] ?? [];
    const victim = newClient();
    victim.cookies.set(name, planted);
    await victim.post("/auth/sign-in/email", ada);
    expect(victim.cookies.get(name)).not.toBe(planted);
    expect(await personOf(victim)).toMatchObject({ person: { name: "Ada" } });
    expect(await personOf(eve)).toMatchObject({ person: { name: "Eve" } });
    const forger = newClient();
    forger.cookies.set(name, "made-up.c2lnbmF0dXJl");
    expect(await personOf(forger)).toEqual({ signedIn: false });
  });

  it("loses every session when the password is replaced", async () => {
    const thief = people.eve;
    const made = await succeed("POST", "/auth/password-link", { body: { email: "eve@example.com" } });
    const token = z.object({ url: z.string() }).parse(made).url.split("#")[1];
    await newClient().post("/auth/reset-password", { token, newPassword: password });
    expect(await personOf(thief)).toEqual({ signedIn: false });
  });

  it("must wait after ten attempts from one address, and after ten wrong passwords for one account", async () => {
    const guess = (client: AccountClient, email: string) =>
      client.post("/auth/sign-in/email", { email, password: "wrong password" });
    const client = newClient();
    for (let tries = 0; tries < 10; tries += 1) expect((await guess(client, "no address")).status).toBe(400);
    expect((await guess(client, ada.email)).status).toBe(429);
    const tries = await Promise.all(Array.from({ length: 15 }, () => guess(newClient(), "eve@example.com")));
    const refused = tries.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    // Other people aren't locked out by an attacker's attempts.
    expect((await newClient().post("/auth/sign-in/email", ada)).status).toBe(200);
    expect(errors).toEqual([]);
  });
});

describe("accounts over https", () => {
  const { server } = setUpServer("SQLite", {
    publicUrl: "https://docs.example.com",
    sitesUrl: "https://sites.example.net",
  });

  it("bind the session's cookie to the host, to https and to the console's own pages", async () => {
    const token = server().firstOwnerUrl?.split("#")[1];
    const body = JSON.stringify({ token, name: "Ada", ...ada });
    const response = await sendRaw(server().port, [
      "POST /auth/first-owner HTTP/1.1",
      "Host: docs.example.com",
      "Origin: https://docs.example.com",
      "Content-Type: application/json",
      `Content-Length: ${body.length}`,
      "Connection: close",
      "",
      body,
    ]);
    expect(response).toMatch(/set-cookie: __Host-plugboard\.session_token=[\w.%-]+;/i);
    for (const attribute of ["Path=/", "HttpOnly", "Secure", "SameSite=Strict"])
      expect(response).toContain(attribute);
    expect(response).toMatch(/cache-control: no-store/i);
  });
});
