import { contentContract } from "@plugboard/content/contract";
import {
  listEvents,
  pauseInstallation,
  publishIntegration,
  resumeInstallation,
  updateScriptGrant,
} from "@plugboard/api/routes";
import {
  createSiteInstallation,
  getClaimsSchema,
  getSiteAccess,
  getSiteSigningSecrets,
  rotateSiteSigningSecret,
  updateClaimsSchema,
  updatePageConditions,
  updateSiteAccess,
  updateSiteCustomization,
  uploadFont,
  uploadImage,
} from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/content/integration";
import { SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { setUpServer } from "../fixtures/set-up-server.fixture.ts";

const cookieOf = (response: Response, name: string) =>
  response.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`)) ?? "";
const pairOf = (cookie: string) => cookie.split(";")[0] ?? "";

describe("published scripts", () => {
  const { server, call, succeed, seeded, publish, install } = setUpServer();
  const calls: string[] = [];
  const inlineHash = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";
  const tracker = createIntegration({
    fetch_published_script: ({ siteId }) => {
      calls.push(siteId);
      return new Response(`track("${siteId}")`, {
        headers: { "content-type": "text/javascript", "cache-control": "max-age=60" },
      });
    },
  });
  const site = (path: string, init?: RequestInit) =>
    fetch(`${server().urls.public}/sites/handbook/${path}`, { redirect: "manual", ...init });
  const grant = (scopes: readonly string[]) =>
    succeed(updateScriptGrant, {
      params: { integration: "tracker" },
      body: {
        organization: seeded().organization,
        scopes,
        sources: {
          "script-src": [inlineHash, "https://*.cdn.example"],
          "connect-src": ["https://collect.example"],
          "style-src": ["https://styles.example"],
          "font-src": ["https://fonts.example"],
          "child-src": ["blob:"],
          "media-src": ["https:"],
          "form-action": ["https://forms.example"],
        },
      },
    });
  const scriptsOf = (page: string) =>
    [...page.matchAll(/<script src="([^"]+)" defer>/g)].map(([, src]) => src);
  let installation = "";

  it("require the operator's grant before they are published", async () => {
    const refused = await call(publishIntegration, {
      params: { integration: "tracker" },
      body: {
        manifest: `name: tracker\ntitle: Tracker\ndescription: Counts.\norganization: acme\nvisibility: private\nscopes: [site:script:inject]\n`,
        url: "http://127.0.0.1:9",
        signingSecret: "a secret of the tests",
      },
    });
    expect([refused.status, refused.body]).toMatchObject([422, { code: "invalid_manifest" }]);
    await grant(["site:script:inject"]);
    await expect(
      publish("tracker", tracker, "scopes: [site:script:inject, site:script:cookies]"),
    ).rejects.toThrow(/has not granted tracker the scope site:script:cookies/);
    await publish("tracker", tracker, "scopes: [site:script:inject]");
    installation = await install("tracker");
  });

  it("are loaded on the integration's sites, within the grant", async () => {
    expect(scriptsOf(await (await site("welcome")).text())).toEqual([]);
    await succeed(createSiteInstallation, {
      params: { installationId: installation, siteId: seeded().site },
    });
    const response = await site("welcome");
    const [script] = scriptsOf(await response.text());
    expect(script).toMatch(new RegExp(`^/sites/handbook/~scripts/${installation}\\.[0-9a-f]{16}\\.js$`));
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain(
      `script-src ${server().urls.public}/sites/handbook/~scripts/ ${inlineHash} https://*.cdn.example;`,
    );
    for (const directive of [
      "connect-src https://collect.example;",
      "style-src 'unsafe-inline' https://styles.example;",
      `font-src ${server().urls.public}/site-assets/ https://fonts.example;`,
      "frame-src blob:;",
      "worker-src blob:;",
      "media-src https:;",
      "form-action 'self' https://forms.example;",
    ])
      expect(policy).toContain(directive);
    const texts = [];
    for (let times = 0; times < 3; times += 1) {
      const loaded = await fetch(`${server().urls.public}${script}`);
      expect(loaded.headers.get("content-type")).toBe("text/javascript; charset=utf-8");
      expect(loaded.headers.get("cache-control")).toBe("public, max-age=60");
      texts.push(await loaded.text());
    }
    expect(texts).toEqual(Array.from({ length: 3 }, () => `track("${seeded().site}")`));
    expect(calls).toEqual([seeded().site]);
    expect(
      (await fetch(`${server().urls.public}${script?.replace(/[0-9a-f]{16}/, "0".repeat(16))}`)).status,
    ).toBe(404);
  });

  it("load the sources that the manifest requests and the operator grants", async () => {
    await grant(["site:script:inject"]);
    const policy =
      "script-src *.cdn.example fast.cdn.example evil.example; connect-src 'none'; font-src fonts.example/a.woff";
    await publish(
      "tracker",
      tracker,
      `scopes: [site:script:inject]\ncontentSecurityPolicy: ${JSON.stringify(policy)}`,
    );
    const { headers } = await site("welcome");
    const sent = headers.get("content-security-policy");
    expect(sent).toContain("~scripts/ https://*.cdn.example https://fast.cdn.example;");
    expect(sent).toContain("/site-assets/ https://fonts.example/a.woff;");
    expect(sent).not.toContain("connect-src");
    await publish("tracker", tracker, "scopes: [site:script:inject]");
  });

  it("wait for the visitor's consent if they use cookies", async () => {
    await grant(["site:script:inject", "site:script:cookies"]);
    await publish("tracker", tracker, "scopes: [site:script:inject, site:script:cookies]");
    const html = await (await site("welcome")).text();
    expect([scriptsOf(html), html.includes('name="cookies" value="yes"')]).toEqual([[], true]);
    const decide = (cookies: string) =>
      site("~consent", { method: "POST", body: new URLSearchParams({ cookies, page: "welcome" }) });
    for (const [choice, count] of [
      ["yes", 1],
      ["no", 0],
    ] as const) {
      const decided = await decide(choice);
      expect(decided.headers.get("location")).toBe(`${server().urls.public}/sites/handbook/welcome`);
      const readable = cookieOf(decided, "__gitbook_cookie_granted");
      expect(readable).toMatch(new RegExp(`^__gitbook_cookie_granted=${choice};`));
      expect(readable).not.toMatch(/httponly/i);
      const cookie = pairOf(cookieOf(decided, "plugboard_consent"));
      const page = await (await site("welcome", { headers: { cookie } })).text();
      expect([scriptsOf(page).length, page.includes("~consent")]).toEqual([count, false]);
    }
    expect((await decide("perhaps")).status).toBe(400);
  });

  it("stop immediately when the grant is revoked or the installation is paused", async () => {
    await grant(["site:script:inject"]);
    const src = async () => scriptsOf(await (await site("welcome")).text());
    const [before] = await src();
    expect(before).toBeDefined();
    await succeed(pauseInstallation, { params: { installationId: installation } });
    expect(await src()).toEqual([]);
    await succeed(resumeInstallation, { params: { installationId: installation } });
    expect(await src()).toHaveLength(1);
    await grant([]);
    expect(await src()).toEqual([]);
    expect((await fetch(`${server().urls.public}${before}`)).status).toBe(404);
  });
});

describe("a site for visitors", () => {
  const { server, call, succeed, seeded, publish, install } = setUpServer();
  const lifetimes = { seconds: 3600 };
  /** The secrets that the integration was called with. */
  const receivedSecrets: { integration?: string; installation?: string; siteInstallation?: string } = {};
  // Signs in every visitor who returns from the provider, here a page of the integration itself.
  const door = createIntegration({
    fetch_visitor_authentication: ({ location, action, siteId }, { environment }) => {
      Object.assign(receivedSecrets, environment.signingSecrets);
      const { publicEndpoint } = environment.integration.urls;
      if (action === "logout") return Response.redirect("https://login.example/bye");
      const query = new URLSearchParams({ location, siteId });
      return Response.redirect(`${publicEndpoint}/provider?${query.toString()}`);
    },
    fetch: async (request, { api }) => {
      const { searchParams } = new URL(request.url);
      const siteId = searchParams.get("siteId") ?? "";
      const { secrets } = await api.call(getSiteSigningSecrets, { params: { siteId } });
      const token = await new SignJWT({ plan: "pro" })
        .setProtectedHeader({ alg: "HS256" })
        .setExpirationTime(Math.floor(Date.now() / 1000) + lifetimes.seconds)
        .sign(new TextEncoder().encode(secrets[0]?.secret));
      const back = new URL(`${server().urls.public}/sites/handbook/${searchParams.get("location")}`);
      back.searchParams.set("jwt_token", token);
      return Response.redirect(back.href);
    },
  });
  const get = (url: string, cookie = "") => fetch(url, { redirect: "manual", headers: { cookie } });
  const pageUrl = (path: string) => `${server().urls.public}/sites/handbook/${path}`;
  const setAccess = (body: object) => call(updateSiteAccess, { params: { siteId: seeded().site }, body });
  let installation = "";

  /** Follows redirects like a browser until a page of the site is shown. */
  const signIn = async (path: string) => {
    const toProvider = await get(pageUrl(path));
    const back = await get(toProvider.headers.get("location") ?? "");
    const accepted = await get(back.headers.get("location") ?? "");
    return { toProvider, back, accepted, cookie: cookieOf(accepted, "plugboard_visitor") };
  };

  beforeAll(async () => {
    await publish("door", door, "scopes: [site:visitor:auth]");
    installation = await install("door");
  });

  it("can only be restricted with an installation that signs visitors in", async () => {
    const close = { audience: "visitors", installation };
    expect([
      (await setAccess(close)).status,
      await succeed(getSiteAccess, { params: { siteId: seeded().site } }),
    ]).toEqual([400, { audience: "everyone" }]);
    await publish("other");
    const other = await install("other");
    for (const installationId of [installation, other])
      await succeed(createSiteInstallation, { params: { installationId, siteId: seeded().site } });
    expect((await setAccess({ audience: "visitors", installation: other })).body).toMatchObject({
      problems: [
        { path: "installation", message: expect.stringContaining("lacks the scope site:visitor:auth") },
      ],
    });
    expect((await get(pageUrl("welcome"))).status).toBe(200);
    expect((await setAccess(close)).status).toBe(200);
  });

  it("sends visitors to the integration, and back to the requested page", async () => {
    const { toProvider, accepted, cookie } = await signIn("welcome?from=mail&x=%2F%2Fevil.example");
    expect(toProvider.status).toBe(303);
    expect(toProvider.headers.get("cache-control")).toBe("no-store");
    expect([accepted.status, accepted.headers.get("location")]).toEqual([
      303,
      pageUrl("welcome?from=mail&x=%2F%2Fevil.example"),
    ]);
    expect(cookie).toMatch(/; Max-Age=3\d{3}; Path=\/sites\/handbook; HttpOnly; SameSite=Lax$/);
    const page = await get(accepted.headers.get("location") ?? "", pairOf(cookie));
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Welcome")]);
    expect(JSON.stringify(await succeed(listEvents))).not.toContain("plugboard_visitor");
  });

  it("can be read by programs only with the visitor's token", async () => {
    const { back } = await signIn("welcome");
    const token = new URL(back.headers.get("location") ?? "").searchParams.get("jwt_token") ?? "";
    const statusOf = async (path: string, authorization: string) => {
      const method = path === "~plugboard/mcp" ? "POST" : "GET";
      const headers = {
        authorization,
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
      };
      const body = method === "GET" ? null : JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
      const { status, headers: sent } = await fetch(pageUrl(path), { method, headers, body });
      return [status, sent.get("www-authenticate")];
    };
    for (const path of ["llms.txt", "welcome.md", "~plugboard/mcp"]) {
      expect(await statusOf(path, `Bearer ${token}`)).toEqual([200, null]);
      expect(await statusOf(path, "")).toEqual([401, "Bearer"]);
      expect((await statusOf(path, "Bearer a.b.c"))[0]).toBe(401);
    }
  });

  it("serves images and fonts only to visitors who have signed in, except for those of its error pages", async () => {
    const image = await succeed(uploadImage, {
      params: { spaceId: seeded().space },
      body: contentContract.operations.uploadImage.example.body,
    });
    const url = pageUrl(String(Object(image).path));
    const { cookie } = await signIn("welcome");
    const served = await get(url, pairOf(cookie));
    expect([served.status, served.headers.get("content-type"), served.headers.get("cache-control")]).toEqual([
      200,
      "image/png",
      "private, max-age=300",
    ]);
    expect((await get(url)).status).toBe(401);
    const customize = (body: object) =>
      succeed(updateSiteCustomization, { params: { siteId: seeded().site }, body });
    await customize({ logoUrl: Object(image).path });
    expect((await get(url)).status).toBe(200);
    await customize({});
    expect((await get(url)).status).toBe(401);
    const uploaded = await succeed(uploadFont, {
      params: { spaceId: seeded().space },
      body: contentContract.operations.uploadFont.example.body,
    });
    const { font } = Object(uploaded);
    const fontUrl = pageUrl(String(font.path));
    expect((await get(fontUrl, pairOf(cookie))).headers.get("cache-control")).toBe("private, max-age=300");
    expect((await get(fontUrl)).status).toBe(401);
    await customize({ fonts: { body: { regular: font } } });
    expect((await get(fontUrl)).status).toBe(200);
    await customize({});
  });

  it("protects feedback and every other page", async () => {
    const feedback = await fetch(pageUrl("welcome/feedback"), {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ rating: "good" }),
    });
    expect(feedback.headers.get("location")).toContain("/provider?");
    expect((await get(pageUrl(""))).headers.get("location")).toContain("/provider?");
  });

  it("signs out", async () => {
    const { cookie } = await signIn("welcome");
    const left = await get(pageUrl("~logout"), pairOf(cookie));
    expect([left.status, left.headers.get("location")]).toEqual([303, "https://login.example/bye"]);
    expect(cookieOf(left, "plugboard_visitor")).toContain("Max-Age=0");
  });

  it.each([
    ["that is empty", "", 401],
    ["without a valid signature", "a.b.c", 401],
    ["that is too long", "x".repeat(5000), 401],
  ])("rejects a token %s", async (_what, token, status) => {
    const refused = await get(`${pageUrl("welcome")}?jwt_token=${token}`);
    expect([refused.status, cookieOf(refused, "plugboard_visitor")]).toEqual([status, ""]);
  });

  it.each([
    ["siteInstallation", 303],
    ["installation", 401],
    ["integration", 401],
  ] as const)("responds to a token under signingSecrets.%s with %i", async (level, status) => {
    await get(pageUrl("welcome"));
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime("1h")
      .sign(new TextEncoder().encode(receivedSecrets[level]));
    expect((await get(`${pageUrl("welcome")}?jwt_token=${token}`)).status).toBe(status);
  });

  it.each([
    "//evil.example/%2e%2e?jwt_token=TOKEN",
    "/evil.example?jwt_token=TOKEN",
    "welcome?jwt_token=TOKEN&jwt_token=x",
  ])("does not redirect to another site from %s", async (path) => {
    const { back } = await signIn("welcome");
    const token = new URL(back.headers.get("location") ?? "").searchParams.get("jwt_token") ?? "";
    const response = await get(pageUrl(path.replace("TOKEN", token)));
    const location = response.headers.get("location");
    expect(location === null || new URL(location).origin === server().urls.public).toBe(true);
  });

  it("rejects sessions of older secrets and of other sites", async () => {
    const { back, cookie } = await signIn("welcome");
    const tokenUrl = back.headers.get("location") ?? "";
    const rotate = () => succeed(rotateSiteSigningSecret, { params: { siteId: seeded().site } });
    await rotate();
    expect((await get(tokenUrl)).status).toBe(303);
    await rotate();
    expect((await get(tokenUrl)).status).toBe(401);
    const forged = pairOf(cookie).replace(/.{6}$/, "AAAAAA");
    for (const each of [forged, "plugboard_visitor=x", "plugboard_visitor="])
      expect((await get(pageUrl("welcome"), each)).status).toBe(303);
  });

  it("shows pages by the visitor's claims, and stores only claims in the schema", async () => {
    const { space: spaceId, page: pageId, site: siteId } = seeded();
    const condition = async (claim: string, ...anyOf: readonly string[]) =>
      await succeed(updatePageConditions, {
        params: { spaceId, pageId },
        body: { conditions: [{ claim, anyOf }] },
      });
    const { cookie } = await signIn("welcome");
    const read = async (path: string, by = cookie) => {
      const response = await get(pageUrl(path), pairOf(by));
      return { status: response.status, text: await response.text() };
    };
    await condition("plan", "free", "team");
    expect((await read("welcome")).status).toBe(404);
    expect((await read("feedback")).text).not.toContain("/welcome");
    await condition("plan", "pro");
    expect((await read("welcome")).status).toBe(200);
    const schema = { type: "object", properties: { team: {} } };
    await succeed(updateClaimsSchema, { params: { siteId }, body: { schema } });
    expect(await succeed(getClaimsSchema, { params: { siteId } })).toEqual({ schema });
    expect((await read("welcome", (await signIn("welcome")).cookie)).status).toBe(404);
    await succeed(updatePageConditions, { params: { spaceId, pageId }, body: { conditions: [] } });
    expect((await read("welcome")).status).toBe(200);
    for (const body of [{ schema: { type: "string" } }, { schema: "all" }])
      expect((await call(updateClaimsSchema, { params: { siteId }, body })).status).toBe(400);
  });

  it("serves scripts of integrations only to signed-in visitors", async () => {
    const { cookie } = await signIn("welcome");
    const path = "~scripts/ins_nobody.0000000000000000.js";
    expect((await get(pageUrl(path))).status).toBe(401);
    expect((await get(pageUrl(path), pairOf(cookie))).status).toBe(404);
  });

  it("reveals nothing about its pages before sign-in", async () => {
    for (const path of ["welcome", "nothing", "welcome/feedback"])
      expect((await get(pageUrl(path))).status).toBe(303);
  });

  it("stays closed while the integration is unreachable, and can be opened to everyone", async () => {
    await succeed(pauseInstallation, { params: { installationId: installation } });
    expect((await get(pageUrl("welcome"))).status).toBe(403);
    await setAccess({ audience: "everyone" });
    expect((await get(pageUrl("welcome"))).status).toBe(200);
  });
});
