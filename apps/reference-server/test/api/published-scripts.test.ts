import {
  installIntegration,
  listIntegrationLogs,
  listIntegrationVersions,
  publishIntegration,
  removeIntegration,
  rollBackIntegration,
} from "@plugboard/api/routes";
import { createEventSourceReader } from "../../src/fixtures/event-source-reader.fixture.ts";
import { describe, expect, it } from "vitest";
import { bundleScript } from "../../src/fixtures/bundle-script.fixture.ts";
import { adminToken, pathOf, setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";
import { testManifest } from "../../../../packages/platform/src/fixtures/test-integration.fixture.ts";

describe("a published script", () => {
  const { server, call, succeed, seeded } = setUpServer();
  const organization = () => seeded().organization;

  /** Returns an integration that responds with its version's text and logs requests. */
  const integration = (text: string, more = "") => `
    import { createIntegration } from "@plugboard/runtime";
    ${more}
    export default createIntegration({
      events: { installation_setup: (_event, { log }) => log.info("installed") },
      fetch: async (request, { environment }) => {
        console.log("asked for", new URL(request.url).pathname.split("/").at(-1), environment.secrets.API_KEY);
        if (request.url.endsWith("/fail")) fail();
        return new Response(${JSON.stringify(text)});
      },
    });
    function fail(): never {
      throw new Error("not today");
    }`;
  const secretLines = 'scopes: []\nsecrets:\n  API_KEY: "${{ env.API_KEY }}"';
  const publish = async (name: string, code: string, parts: object = {}) =>
    await call(publishIntegration, {
      params: { integration: name },
      body: {
        manifest: testManifest(name, "acme", secretLines),
        bundle: await bundleScript(code),
        secrets: { API_KEY: "sesame-open" },
        ...parts,
      },
    });
  const install = async (name: string): Promise<string> => {
    const params = { integration: name };
    const installed = await succeed(installIntegration, { params, body: { organization: organization() } });
    return String(Object(installed).id);
  };
  const ask = async (installation: string, path = "hello"): Promise<string> =>
    await (await fetch(`${server().urls.public}/integrations/${installation}/${path}`)).text();

  it("handles events, and is replaced and rolled back without downtime", async () => {
    expect(await publish("shop", integration("one"))).toMatchObject({
      status: 200,
      body: { name: "shop", version: 1, hosting: "script", warnings: [] },
    });
    const installation = await install("shop");
    expect(await ask(installation)).toBe("one");
    // Requests continue in the meantime.
    const heard = new Set<string>();
    const asking = new AbortController();
    const asker = (async () => {
      while (!asking.signal.aborted) heard.add(await ask(installation));
    })();
    expect(await publish("shop", integration("two"))).toMatchObject({ body: { version: 2 } });
    expect(await ask(installation)).toBe("two");
    const params = { integration: "shop" };
    const restored = await succeed(rollBackIntegration, { params, body: { version: 1 } });
    expect(restored).toMatchObject({ version: 3, hosting: "script" });
    expect(await ask(installation)).toBe("one");
    asking.abort();
    await asker;
    expect([...heard].toSorted()).toEqual(["one", "two"]);
    const bundle = { hash: expect.stringMatching(/^[0-9a-f]{64}$/), bytes: expect.any(Number) };
    expect(await succeed(listIntegrationVersions, { params })).toMatchObject({
      items: [
        { version: 3, isCurrent: true, bundle, restored: 1 },
        { version: 2, isCurrent: false, bundle },
        { version: 1, isCurrent: false, bundle },
      ],
    });
    for (const [version, status] of [
      [3, 409],
      [9, 404],
    ])
      expect(await call(rollBackIntegration, { params, body: { version } })).toMatchObject({ status });
    const old = { params, body: { version: 2 }, headers: { "if-match": '"1"' } };
    expect(await call(rollBackIntegration, old)).toMatchObject({ status: 412 });
  });

  it.each([
    ["that has a syntax error", "export default {", /SyntaxError/],
    ["that throws at its top level", integration("x", "throw new Error('no start');"), /no start/],
    ["that is no integration", "export default 5;", /createIntegration/],
  ])("is rejected for code %s, and the previous version keeps running", async (_what, code, message) => {
    const module = code.includes("import") ? (await bundleScript(code)).module : code;
    expect(await publish("refused", "", { bundle: { module } })).toMatchObject({
      status: 502,
      body: { code: "integration_failed", detail: expect.stringMatching(message) },
    });
  });

  it.each([
    ["both a url and a bundle", { url: "https://shop.example" }, "url"],
    ["neither", { bundle: undefined }, "url"],
    ["a signing secret for a bundle", { signingSecret: "a-secret-of-the-tests" }, "signingSecret"],
    ["a file outside of the folder", { assets: { "../icon.svg": "PHN2Zy8+" } }, "assets.../icon.svg"],
  ])("is rejected with %s", async (_what, parts, path) => {
    expect(await publish("wrong", "export default 5", parts)).toMatchObject({
      status: 400,
      body: { problems: [{ path }] },
    });
  });

  it("is rejected for the errors its author sees, with the same warnings", async () => {
    const code = `
      import { createIntegration } from "@plugboard/runtime";
      export default createIntegration({ events: { site_view: () => {} } });`;
    const lines = "scopes: []\nicon: ./assets/icon.svg\nblocks:\n  - { id: a, title: b, description: c }";
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"></svg>').toString(
      "base64",
    );
    const publishWith = (more: string, assets: Record<string, string>) =>
      publish("checked", code, { manifest: testManifest("checked", "acme", more), assets });
    expect(await publishWith(lines, {})).toMatchObject({
      status: 422,
      body: {
        code: "invalid_manifest",
        problems: [
          { path: "manifest:7:7", message: expect.stringContaining("not published with the manifest") },
          { path: "manifest:9:11", message: expect.stringContaining("component") },
          { path: "manifest:6:1", message: expect.stringContaining("site:views:read") },
        ],
      },
    });
    const right = "scopes: [site:views:read]\nicon: assets/icon.svg\npreviewImages: [assets/icon.svg]";
    const noImage = { "assets/icon.svg": Buffer.from("<html>").toString("base64") };
    expect(await publishWith(right, noImage)).toMatchObject({
      status: 422,
      body: { problems: [{ message: expect.stringContaining("not an image") }, {}] },
    });
    expect(await publishWith(right, { "./assets/icon.svg": svg })).toMatchObject({
      status: 200,
      body: { warnings: [{ path: "manifest:8:17", message: expect.stringContaining("1600") }] },
    });
  });

  it("has its files served as immutable and inert", async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"><script>alert(1)</script></svg>';
    const lines = "scopes: []\nicon: ./assets/icon.svg\npreviewImages: [./assets/icon.svg]";
    const code = `
      import { createIntegration } from "@plugboard/runtime";
      export default createIntegration({
        fetch: (_request, { environment }) => Response.json(environment.integration.urls),
      });`;
    const published = await publish("pictured", code, {
      manifest: testManifest("pictured", "acme", lines),
      assets: { "assets/icon.svg": btoa(svg), "data/a b.bin": btoa("bytes") },
    });
    const base = `${server().urls.public}/assets/pictured/1/`;
    const icon = `${base}assets/icon.svg`;
    expect(published.body).toMatchObject({ urls: { icon, assets: base }, previewImages: [icon] });
    expect(JSON.parse(await ask(await install("pictured")))).toMatchObject({ icon, assets: base });
    const response = await fetch(icon);
    expect(await response.text()).toBe(svg);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/svg+xml",
      "cache-control": "public, max-age=31536000, immutable",
      "content-security-policy": expect.stringMatching(/^default-src 'none';.* sandbox$/),
      "x-content-type-options": "nosniff",
    });
    const etag = response.headers.get("etag") ?? "";
    expect((await fetch(icon, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await fetch(`${base}data/a%20b.bin`)).headers.get("content-type")).toBe(
      "application/octet-stream",
    );
    for (const wrong of ["assets/other.svg", "../2/assets/icon.svg", "../../shop/1/assets/icon.svg"])
      expect((await fetch(`${base}${wrong}`)).status).toBe(404);
    await succeed(removeIntegration, { params: { integration: "pictured" } });
    expect((await fetch(icon)).status).toBe(404);
  });

  it("is unaffected by another one that computes forever, fails and fills its memory", async () => {
    const hostile = `
      import { createIntegration } from "@plugboard/runtime";
      export default createIntegration({
        fetch: async (request) => {
          if (request.url.endsWith("/spin")) for (;;);
          if (request.url.endsWith("/memory")) for (const all = []; ; ) all.push(new Uint8Array(1e8).fill(1));
          throw new Error("x".repeat(10_000));
        },
      });`;
    await publish("hostile", hostile);
    await publish("victim", integration("unharmed"));
    const [attacker, victim] = [await install("hostile"), await install("victim")];
    expect(await ask(victim)).toBe("unharmed");
    const attacks = Promise.all(["spin", "memory", "throw"].map((path) => ask(attacker, path)));
    const isOver = attacks.then(() => true);
    const heard: string[] = [];
    do heard.push(await ask(victim));
    while (!(await Promise.race([isOver, Promise.resolve(false)])));
    expect(heard.length).toBeGreaterThan(10);
    expect(new Set(heard)).toEqual(new Set(["unharmed"]));
    for (const problem of await attacks) expect(problem).toMatch(/integration_failed|Internal server error/);
  });

  it("has a log with positions in its sources and without secrets, which can be watched live", async () => {
    await publish("logged", integration("logged"));
    const installation = await install("logged");
    const params = { integration: "logged" };
    const url = `${server().urls.console}${pathOf(listIntegrationLogs, { params })}`;
    const live = await createEventSourceReader(url, adminToken);
    await ask(installation, "fail");
    const isFailure = ({ data }: { readonly data: string }) => /"kind":"log","level":"error"/.test(data);
    const isCall = ({ data }: { readonly data: string }) => data.includes("fetch: responded");
    const seen = await live.until((lines) => lines.some(isFailure) && lines.some(isCall));
    live.close();
    const text = JSON.stringify(seen);
    expect(text).toContain("asked for fail ***");
    expect(text).not.toContain("sesame");
    const failure = seen
      .map(({ data }) => JSON.parse(data))
      .find(({ kind, level }) => kind === "log" && level === "error");
    expect(failure).toMatchObject({ kind: "log", installation, event: { type: "fetch" }, version: 1 });
    expect(JSON.stringify(failure)).toMatch(/integration\.ts:\d+:\d+/);
    const { items } = Object(await succeed(listIntegrationLogs, { params }));
    expect(items.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining(seen.map(({ id }) => id)),
    );
    const { items: calls } = Object(
      await succeed(listIntegrationLogs, { params, query: { kind: "dispatch" } }),
    );
    const fetched = { message: "fetch: responded with 500", status: 500, installation };
    expect(calls).toContainEqual(expect.objectContaining(fetched));
    const [first] = seen;
    const again = await createEventSourceReader(url, adminToken, first?.id);
    expect((await again.until((lines) => lines.length >= seen.length - 1))[0]?.id).toBe(seen[1]?.id);
    again.close();
    await expect(createEventSourceReader(url, adminToken, "nonsense")).rejects.toThrow(
      / 400 .*invalid_request/,
    );
  });
});
