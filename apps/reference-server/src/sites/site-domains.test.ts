import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { contentContract } from "@plugboard/content/contract";
import {
  addSiteDomain,
  checkSiteDomain,
  createPage,
  createSiteInstallation,
  getSite,
  listSpaces,
  removeSiteDomain,
  updateSiteAccess,
  updateSiteCustomization,
  uploadFont,
  uploadImage,
  uploadOpenApiDocument,
} from "@plugboard/content/routes";
import type { SiteDomain } from "@plugboard/content/types";
import { createIntegration } from "@plugboard/content/integration";
import { SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { watchStatements } from "../../../../packages/platform/src/fixtures/watch-statements.fixture.ts";
import { sendRaw } from "../fixtures/send-raw.fixture.ts";
import { pathOf, setUpServer } from "../fixtures/set-up-server.fixture.ts";

const domain = "docs.acme.example";
const dns = new Map<string, readonly string[]>();
const { server, succeed, seeded, publish, install } = setUpServer(
  "SQLite",
  {},
  { resolveTxt: async (name) => dns.get(name) ?? [] },
);
const params = () => ({ siteId: seeded().site, domainName: domain });
const host = (name = domain) => `${name}:${server().port}`;
const origin = () => `http://${host()}`;
const html = { accept: "text/html" };

interface Visit {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
}

/** Requests a path at the domain. Names of `.example` don't resolve, so the `Host` header selects it. */
const visit = async (path: string, { method = "GET", headers, form }: Visit = {}) => {
  const sent = request({
    host: "127.0.0.1",
    port: server().port,
    path,
    method: form === undefined ? method : "POST",
    headers: { host: host(), ...headers },
  });
  sent.end(form === undefined ? undefined : new URLSearchParams(form).toString());
  // The event's only argument.
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  return {
    status: response.statusCode,
    location: response.headers.location,
    policy: String(response.headers["content-security-policy"]),
    cookies: response.headers["set-cookie"] ?? [],
    text: await text(response),
  };
};

/** Adds the domain and creates its TXT record. */
const addDomain = async (): Promise<void> => {
  // The API returned it.
  const { records } = (await succeed(addSiteDomain, { params: params(), body: { domain } })) as SiteDomain;
  for (const { type, name, value } of records) if (type === "TXT") dns.set(name, [value]);
};
const checkDomain = async () => await succeed(checkSiteDomain, { params: params() });

beforeAll(async () => {
  await addDomain();
  await checkDomain();
});

describe("a site at its own domain", () => {
  it("is served from the root, with links, policies and a canonical URL of the domain", async () => {
    const home = await visit("/");
    expect(home).toMatchObject({ status: 200, text: expect.stringContaining("Acme Handbook") });
    expect(home.text).toContain(`<link rel="canonical" href="${origin()}/" />`);
    expect(home.text).toContain('href="/integrations"');
    expect(home.text).toContain('action="/~search"');
    expect(home.text).not.toContain("/sites/");
    expect(home.policy).toContain(`font-src ${origin()}/site-assets/`);
    expect((await visit("/robots.txt")).text).toContain(`Sitemap: ${origin()}/sitemap.xml`);
    expect((await visit("/sitemap-pages.xml")).text).toContain(`<loc>${origin()}/integrations</loc>`);
    const page = await visit("/integrations");
    expect(page.text).toContain(`<link rel="canonical" href="${origin()}/integrations" />`);
    expect(page.text).toContain('href="/integrations.md"');
    expect(page.cookies).toEqual([expect.stringMatching(/^visitor_id=.*; Path=\/; HttpOnly; SameSite=Lax$/)]);
  });

  it("keeps its address at the sites' host, whose canonical URL is the domain", async () => {
    const page = await visit("/sites/handbook/integrations", {
      headers: { host: new URL(server().urls.public).host },
    });
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<link rel="canonical" href="${origin()}/integrations" />`);
    expect(page.text).toContain('href="/sites/handbook/welcome"');
    expect(await succeed(getSite, { params: params() })).toMatchObject({
      urls: { published: `${origin()}/` },
    });
  });

  it.each([
    ["/~search?q=webhook", '<a href="/integrations">'],
    ["/llms.txt", "/welcome.md)"],
    ["/welcome.md", "Welcome"],
    ["/~api/pets", 'data-document="/~api/pets/document?version=1"'],
    ["/~api/pets/document", "openapi: 3.1.0"],
  ])("serves %s", async (path, expected) => {
    const body = { text: 'openapi: 3.1.0\ninfo: { title: Pets, version: "1" }\npaths: {}\n' };
    if (path === "/~api/pets")
      await succeed(uploadOpenApiDocument, { params: { ...params(), documentName: "pets" }, body });
    expect(await visit(path)).toMatchObject({ status: 200, text: expect.stringContaining(expected) });
  });

  it("serves images and fonts of its space", async () => {
    const { body } = contentContract.operations.uploadImage.example;
    const image = await succeed(uploadImage, { params: { spaceId: seeded().space }, body });
    expect((await visit(`/${String(Object(image).path)}`)).status).toBe(200);
    const { font } = Object(
      await succeed(uploadFont, {
        params: { spaceId: seeded().space },
        body: contentContract.operations.uploadFont.example.body,
      }),
    );
    await succeed(updateSiteCustomization, {
      params: params(),
      body: { fonts: { body: { regular: font } } },
    });
    expect((await visit(`/${String(font.path)}`)).status).toBe(200);
    const page = await visit("/welcome");
    expect(page.text).toContain(`url("/${String(font.path)}")`);
    expect(page.policy).toContain(`${origin()}/~fonts/`);
    await succeed(updateSiteCustomization, { params: params(), body: {} });
  });

  it("sends visitors back to the domain after feedback and a choice of cookies", async () => {
    expect(await visit("/welcome/feedback", { form: { rating: "good" } })).toMatchObject({
      status: 303,
      location: `${origin()}/welcome?feedback=sent#feedback`,
    });
    expect(await visit("/~consent", { form: { cookies: "no", page: "welcome" } })).toMatchObject({
      status: 303,
      location: `${origin()}/welcome`,
      cookies: [expect.stringContaining("; Path=/;"), expect.stringContaining("; Path=/;")],
    });
  });

  it.each([
    pathOf(listSpaces),
    "/v1",
    "/auth/get-session",
    "/.well-known/jwks.json",
    "/sites/handbook/",
    "/sites/handbook/welcome",
    "/integrations/ins_1/page",
    "/git/spc_1",
    "/assets/x.js",
    "/content",
    "/healthz",
    "/readyz",
    "/metrics",
    `/tls-ask?domain=${domain}`,
    "/%2e%2e/%2e%2e/v1/spaces",
    "/..%2f..%2fv1/spaces",
    "//v1/spaces",
  ])("has no console, no API and no other site at %s", async (path) => {
    const page = await visit(path, { headers: html });
    expect([page.status, page.cookies]).toEqual([404, []]);
    expect(page.text).toContain("Page not found");
  });

  it("can have pages with the paths of probes", async () => {
    const body = { title: "Metrics", markdown: "What we measure" };
    await succeed(createPage, { params: { spaceId: seeded().space }, body });
    expect(await visit("/metrics")).toMatchObject({
      status: 200,
      text: expect.stringContaining("What we measure"),
    });
  });

  it("signs visitors in at the domain, and out", async () => {
    const door = createIntegration({
      fetch_visitor_authentication: async ({ location, action }, { environment }) => {
        if (action === "logout") return new Response(null, { status: 204 });
        const { urls } = environment.siteInstallation ?? {};
        const token = await new SignJWT({})
          .setProtectedHeader({ alg: "HS256" })
          .setExpirationTime("1h")
          .sign(new TextEncoder().encode(environment.signingSecrets?.siteInstallation));
        const page = new URL(location, urls?.["published"]);
        page.searchParams.set("jwt_token", token);
        return Response.redirect(page.href);
      },
    });
    await publish("door", door, "scopes: [site:visitor:auth]");
    const installation = await install("door");
    await succeed(createSiteInstallation, { params: { installationId: installation, ...params() } });
    await succeed(updateSiteAccess, {
      params: params(),
      body: { audience: "visitors", installation },
    });
    const asked = await visit("/welcome?from=mail");
    expect([asked.status, asked.location]).toEqual([
      303,
      expect.stringMatching(`^${origin()}/welcome\\?from=mail&jwt_token=.`),
    ]);
    const accepted = await visit((asked.location ?? "").slice(origin().length));
    expect(accepted).toMatchObject({ status: 303, location: `${origin()}/welcome?from=mail` });
    const [cookie = ""] = accepted.cookies;
    expect(cookie).toMatch(/^plugboard_visitor=.*; Path=\/; HttpOnly; SameSite=Lax$/);
    const session = { cookie: cookie.split(";")[0] ?? "" };
    expect((await visit("/welcome", { headers: session })).status).toBe(200);
    expect((await visit("/nothing", { headers: session })).status).toBe(404);
    expect(await visit("/~logout", { headers: session })).toMatchObject({
      status: 303,
      location: `${origin()}/`,
      cookies: [expect.stringMatching(/^plugboard_visitor=; Max-Age=0; Path=\//)],
    });
    await succeed(updateSiteAccess, { params: params(), body: { audience: "everyone" } });
  });

  it("costs one statement more than at the sites' host", async () => {
    const count = async (name: string, path: string) => {
      let statements = 0;
      await watchStatements(
        (statement) => (statements += /^\s*(?:with|select)\b/i.test(statement) ? 1 : 0),
        () => visit(path, { method: "HEAD", headers: { host: name } }),
      );
      return statements;
    };
    // Background work of earlier tests may add statements to a request.
    const fewest = async (name: string, path: string) =>
      Math.min(await count(name, path), await count(name, path), await count(name, path));
    const own = await fewest(new URL(server().urls.public).host, "/sites/handbook/welcome");
    expect(await fewest(host(), "/welcome")).toBe(own + 1);
  });
});

describe("the host of a request", () => {
  const get = (name: string, path = "/welcome", ...lines: string[]) =>
    sendRaw(server().port, [`GET ${path} HTTP/1.1`, `Host: ${name}`, ...lines, "Connection: close"]);

  it("is a domain in any case", async () => {
    expect(await get(host().toUpperCase())).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    ["another domain", () => host("other.example")],
    ["a domain below it", () => host(`a.${domain}`)],
    ["a domain with the site's as a label", () => host(`${domain}.evil.example`)],
    ["without the port", () => domain],
    ["another port", () => `${domain}:1`],
    ["a dot at the end", () => host(`${domain}.`)],
    ["a user", () => `${domain}@${host("evil.example")}`],
    ["two hosts", () => `${host()}, ${host("evil.example")}`],
    ["a wildcard", () => host("*.acme.example")],
    ["a percent sign", () => host("%64ocs.acme.example")],
    ["a pattern", () => host("docs_acme.example")],
    ["a quote", () => host("docs.acme.example'--")],
    ["a long name", () => host(`${"a.".repeat(2000)}example`)],
    ["an address", () => host("192.0.2.1")],
  ])("is rejected if it is %s", async (_what, name) => {
    const response = await get(name());
    expect(response).toMatch(/^HTTP\/1\.1 (?:421|400) /);
    expect(response).not.toContain("Handbook");
  });

  it("is not taken from other headers", async () => {
    const forwarded = [`X-Forwarded-Host: ${host()}`, `Forwarded: host="${host()}"`];
    expect(await get(host("other.example"), "/welcome", ...forwarded)).toMatch(/^HTTP\/1\.1 421 /);
  });

  it("is explained to people if no site has it", async () => {
    const response = await get(host("other.example"), "/welcome", "Accept: text/html");
    expect(response).toMatch(/^HTTP\/1\.1 421 [\s\S]*No site at this address[\s\S]*add it to a site/);
    expect(response).not.toContain(server().urls.console);
  });

  it("still has probes if no site has it", async () => {
    expect(await get(host("plugboard.internal"), "/healthz")).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("the endpoint for certificates", () => {
  const ask = async (name: string, headers: Readonly<Record<string, string>> = {}) =>
    (
      await visit(`/tls-ask?domain=${encodeURIComponent(name)}`, {
        headers: { host: "127.0.0.1:4000", ...headers },
      })
    ).status;

  it("allows verified domains only", async () => {
    expect(await ask(domain)).toBe(200);
    expect(await ask(domain.toUpperCase())).toBe(200);
    for (const name of [
      host(),
      "other.example",
      `a.${domain}`,
      "localhost",
      "127.0.0.1",
      "",
      "x".repeat(5000),
    ])
      expect([name, await ask(name)]).toEqual([name, 404]);
  });

  it("does not answer requests that a proxy forwards", async () => {
    expect(await ask(domain, { "x-forwarded-for": "127.0.0.1" })).toBe(403);
    expect(await ask(domain, { forwarded: "for=127.0.0.1" })).toBe(403);
  });
});

describe("a removed domain", () => {
  it("has no site until it is added and verified again", async () => {
    await succeed(removeSiteDomain, { params: params() });
    expect((await visit("/welcome")).status).toBe(421);
    expect(await succeed(getSite, { params: params() })).toMatchObject({
      urls: { published: `${server().urls.public}/sites/handbook/` },
    });
    await addDomain();
    expect((await visit("/welcome")).status).toBe(421);
    expect(await checkDomain()).toMatchObject({ status: "verified" });
    expect((await visit("/welcome")).status).toBe(200);
  });
});
