import { getInstallation } from "@plugboard/api/routes";
import { createIntegration } from "@plugboard/content/integration";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import * as z from "zod";
import { setUpServer, type TestServer, pathOf } from "../../src/fixtures/set-up-server.fixture.ts";

const button = (path: string) =>
  `{ type: button, title: T, description: D., button_text: Go, callback_url: ${path} }`;
const settings = `scopes: []
configurations:
  account:
    properties:
      connection: ${button("/oauth")}
      other: ${button("/other?a=1&b=<2>")}
      channel: { type: string, title: T, description: D., completion_url: /channels }
  space:
    properties:
      connection: ${button("/oauth")}
  site:
    properties:
      connection: ${button("/oauth")}`;

/** An integration that echoes requests and tries to set the platform's cookie. */
const echo = createIntegration({
  fetch: (request, { environment }) => {
    const { pathname, search } = new URL(request.url);
    const { installation, spaceInstallation, siteInstallation, apiTokens } = environment;
    const seen = {
      path: `${pathname}${search}`,
      cookie: request.headers.get("cookie"),
      installation: installation?.id,
      space: spaceInstallation?.space,
      site: siteInstallation?.site,
      token: apiTokens.installation,
    };
    const headers = new Headers();
    headers.append("set-cookie", "plugboard_connect=planted; Path=/");
    headers.append("set-cookie", "=plugboard_connect=planted; Path=/");
    headers.append("set-cookie", "own=1");
    return Response.json(seen, { headers });
  },
});

const connectionSchema = z.object({ url: z.string(), ticket: z.string() });
type Connection = z.infer<typeof connectionSchema>;

/** Creates the actions of a console and of attackers at a public endpoint. */
function createActors({ server, succeed, publish, install }: TestServer) {
  return {
    setUp: async (name: string) => {
      await publish(name, echo, settings);
      const id = await install(name);
      return {
        id,
        path: pathOf(getInstallation, { params: { installationId: id } }),
        endpoint: `${server().urls.public}/integrations/${id}`,
      };
    },
    ask: async (path: string, property = "connection"): Promise<Connection> =>
      connectionSchema.parse(await succeed("POST", `${path}/connect/${property}`)),
    /** Posts a ticket like the console's form. */
    bring: ({ url, ticket }: Connection, origin: string | undefined = server().urls.console) =>
      fetch(url, {
        method: "POST",
        headers: { origin },
        body: new URLSearchParams({ ticket }),
        redirect: "manual",
      }),
    open: (url: string, cookie?: string, method = "GET") =>
      fetch(url, { method, ...(cookie !== undefined && { headers: { cookie } }), redirect: "manual" }),
  };
}

const cookieOf = ({ headers }: Response): string => headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";

/** Returns the page that a person sees and its headers. */
const read = async (response: Response) => ({
  status: response.status,
  page: await response.text(),
  cookies: response.headers.getSetCookie(),
  cache: response.headers.get("cache-control"),
  policy: response.headers.get("content-security-policy"),
});

/** Matches an error page with this text and the next step. */
const refusal = (words: string) => ({
  status: 403,
  page: expect.stringMatching(`${words}[^<]*open it from the settings page again`),
  cookies: [],
  cache: "no-store",
  policy: expect.stringContaining("default-src 'none'"),
});

describe("callbacks at a public endpoint", () => {
  const test = setUpServer();
  const { server, call, succeed, seeded } = test;
  const { setUp, ask, bring, open } = createActors(test);
  let one: Awaited<ReturnType<typeof setUp>>;
  let two: Awaited<ReturnType<typeof setUp>>;
  beforeAll(async () => {
    [one, two] = [await setUp("one"), await setUp("two")];
  });
  const cookieFor = async (path: string) => cookieOf(await bring(await ask(path)));

  it.each(["GET", "POST", "PUT"])("cannot be opened by strangers with %s", async (method) => {
    for (const path of ["/oauth", "/oauth/", "/%6Fauth", "//oauth", "/oauth?code=1&state=2"]) {
      const response = await open(`${one.endpoint}${path}`, undefined, method);
      expect(await read(response)).toEqual(refusal("Only the settings page can open it"));
    }
  });

  it("exchange a ticket for a cookie hidden from scripts, other sites and other integrations", async () => {
    const response = await bring(await ask(one.path));
    expect(response.status).toBe(200);
    const [cookie = "", ...others] = response.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(cookie).toMatch(/^plugboard_connect=[\w.-]+; /);
    for (const attribute of ["HttpOnly", "SameSite=Lax", "Max-Age=900", `Path=/integrations/${one.id}`])
      expect(cookie.split("; ")).toContain(attribute);
    expect(await response.text()).toContain(`content="0;url=/integrations/${one.id}/oauth"`);
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  it("can be opened with the cookie, at first and on return from the provider", async () => {
    const cookie = await cookieFor(one.path);
    for (const search of ["", "?code=1&state=2"]) {
      const response = await open(`${one.endpoint}/oauth${search}`, `a=1; ${cookie}; ${one.id}.b=2`);
      expect(await response.json()).toMatchObject({
        path: `/integrations/${one.id}/oauth${search}`,
        installation: one.id,
        cookie: "b=2",
      });
      const path = `Path=/integrations/${one.id}`;
      expect(response.headers.getSetCookie()).toEqual([
        `${one.id}.plugboard_connect=planted; ${path}`,
        `${one.id}.own=1; ${path}`,
      ]);
    }
  });

  it("keep the query from the manifest", async () => {
    const page = await (await bring(await ask(one.path, "other"))).text();
    expect(page).toContain(`url=/integrations/${one.id}/other?a=1&amp;b=%3C2%3E"`);
  });

  it("receive the connected space or site with all requests of the flow", async () => {
    const { space, site } = seeded();
    await succeed("PUT", `${one.path}/spaces/${space}`);
    await succeed("PUT", `${one.path}/sites/${site}`);
    const inSpace = await cookieFor(`${one.path}/spaces/${space}`);
    const inSite = await cookieFor(`${one.path}/sites/${site}`);
    const seen = async (cookie: string, path = "/oauth") =>
      await (await open(`${one.endpoint}${path}`, cookie)).json();
    expect(await seen(inSpace)).toMatchObject({ installation: one.id, space });
    expect(await seen(inSpace)).not.toHaveProperty("site");
    expect(await seen(inSite)).toMatchObject({ installation: one.id, site });
    expect(await seen(inSite, "/elsewhere")).toMatchObject({ installation: one.id, site });
    expect(await seen(await cookieFor(one.path))).not.toHaveProperty("site");
    await succeed("DELETE", `${one.path}/sites/${site}`);
    expect(await read(await open(`${one.endpoint}/oauth`, inSite))).toEqual(
      refusal("Only the settings page can open it"),
    );
  });

  it("accept a ticket once", async () => {
    const connection = await ask(one.path);
    expect((await bring(connection)).status).toBe(200);
    expect(await read(await bring(connection))).toEqual(refusal("a used ticket"));
  });

  it("reject tickets of another installation, integration or callback", async () => {
    const { ticket } = await ask(one.path);
    for (const url of [`${two.endpoint}/oauth`, `${one.endpoint}/other`])
      expect(await read(await bring({ url, ticket }))).toEqual(refusal("a ticket for another page"));
    expect((await bring({ url: `${one.endpoint}/oauth`, ticket })).status).toBe(200);
  });

  it.each(["", "made-up", "a.b.c.d.e", "x".repeat(10_000)])(
    "reject a forged ticket: %.10s",
    async (ticket) => {
      expect(await read(await bring({ url: `${one.endpoint}/oauth`, ticket }))).toEqual(
        refusal("a ticket for another page"),
      );
    },
  );

  it("accept a ticket only from the console, so that it cannot be sent to another person", async () => {
    const { url, ticket } = await ask(one.path);
    for (const origin of ["null", server().urls.public, "https://evil.example.com"])
      expect(await read(await bring({ url, ticket }, origin))).toEqual(
        refusal("Only the settings page can open it"),
      );
    expect(await read(await open(`${url}?ticket=${ticket}`))).toEqual(
      refusal("Only the settings page can open it"),
    );
    expect((await bring({ url, ticket })).status).toBe(200);
  });

  it("reject cookies of another installation and forged ones", async () => {
    const cookie = await cookieFor(two.path);
    expect((await open(`${two.endpoint}/oauth`, cookie)).status).toBe(200);
    const { ticket } = await ask(one.path);
    for (const moved of [cookie, "plugboard_connect=made-up", `plugboard_connect=${ticket}`])
      expect(await read(await open(`${one.endpoint}/oauth`, moved))).toEqual(
        refusal("Only the settings page can open it"),
      );
  });

  it("are closed with the installation", async () => {
    const three = await setUp("three");
    const connection = await ask(three.path);
    const cookie = await cookieFor(three.path);
    await succeed("DELETE", three.path);
    expect((await bring(connection)).status).toBe(404);
    expect((await open(`${three.endpoint}/oauth`, cookie)).status).toBe(404);
  });

  it("issue tickets to people, not to integrations, not even the installation's own", async () => {
    const { token } = z
      .object({ token: z.string() })
      .parse(await (await open(`${one.endpoint}/hook`)).json());
    for (const { path } of [one, two]) {
      const response = await call("POST", `${path}/connect/connection`, { token });
      expect(response).toMatchObject({ status: 403, body: { code: "forbidden" } });
    }
  });

  it("leave other paths open and reject direct requests for option lists", async () => {
    expect(await (await open(`${one.endpoint}/hook`, undefined, "POST")).json()).toMatchObject({
      path: `/integrations/${one.id}/hook`,
    });
    const cookie = await cookieFor(one.path);
    for (const path of ["/channels", "/channels?query=a", "/channels/", "/%63hannels"]) {
      expect((await open(`${one.endpoint}${path}`)).status).toBe(404);
      expect((await open(`${one.endpoint}${path}`, cookie)).status).toBe(404);
    }
  });
});

describe("an expired ticket or cookie", () => {
  // From here on, the server's clocks are fake.
  beforeAll(() => void vi.useFakeTimers({ toFake: ["Date", "performance"] }));
  afterAll(() => void vi.useRealTimers());
  const test = setUpServer();
  const { setUp, ask, bring, open } = createActors(test);

  it("is rejected with the next step", async () => {
    const { path, endpoint } = await setUp("slow");
    const late = await ask(path);
    const cookie = cookieOf(await bring(await ask(path)));
    vi.advanceTimersByTime(60_000);
    expect(await read(await bring(late))).toEqual(refusal("longer than a minute"));
    expect((await open(`${endpoint}/oauth`, cookie)).status).toBe(200);
    vi.advanceTimersByTime(14 * 60_000);
    expect(await read(await open(`${endpoint}/oauth`, cookie))).toEqual(
      refusal("Only the settings page can open it"),
    );
  });
});
