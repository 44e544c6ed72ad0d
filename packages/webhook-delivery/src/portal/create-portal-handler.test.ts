import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { createSqliteDeliveryStore } from "../sqlite.ts";
import { createPortalHandler, type PortalAccess } from "./create-portal-handler.ts";

const origin = "https://app.example";

async function setUp() {
  const database = new DatabaseSync(":memory:");
  const store = createSqliteDeliveryStore(database);
  await store.migrate();
  const errors: unknown[] = [];
  let authorize = (request: Request): PortalAccess | undefined | Promise<PortalAccess | undefined> => {
    const [tenant, role] = (request.headers.get("cookie") ?? "").split(":");
    return tenant ? { tenant, readOnly: role === "reader" } : undefined;
  };
  const handle = createPortalHandler({
    store,
    basePath: "/webhooks/",
    eventTypes: ["invoice.paid", "invoice.sent"],
    frameAncestors: ["https://product.example"],
    authorize: (request) => authorize(request),
    onError: (error) => void errors.push(error),
  });
  const get = (path: string, cookie = "acme", accept = "text/html") =>
    handle(new Request(`${origin}/webhooks${path}`, { headers: { cookie, accept } }));
  const post = (path: string, form: string[][] = [], cookie = "acme", from = origin) =>
    handle(
      new Request(`${origin}/webhooks${path}`, {
        method: "POST",
        headers: { cookie, origin: from, "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(form).toString(),
      }),
    );
  const create = async (url = "https://customer.example/hooks", cookie = "acme") => {
    const response = await post(
      "/endpoints",
      [
        ["url", url],
        ["eventTypes", "invoice.paid"],
      ],
      cookie,
    );
    return response.headers.get("location")?.replace("/webhooks", "") ?? "";
  };
  const answer = (other: typeof authorize): void => void (authorize = other);
  return { handle, database, store, errors, get, post, create, answer };
}

it("manages endpoints, and shows and resends deliveries", async () => {
  const { store, get, post, create } = await setUp();
  expect(await (await get("/")).text()).toContain("No endpoints yet.");
  const path = await create();
  const page = await (await get(path)).text();
  expect(page).toContain("https://customer.example/hooks");
  expect(page).toMatch(/whsec_/);
  await store.publish([{ id: "evt_1", tenant: "acme", type: "invoice.paid", body: '{"<b>":1}' }]);
  const [delivery] = (await store.listDeliveries()).items;
  const delivered = `/deliveries/${delivery?.id}`;
  expect(await (await get(path)).text()).toContain(`href="/webhooks${delivered}"`);
  expect(await (await get(delivered)).text()).toContain("&lt;b>");
  await store.cancelDelivery(delivery?.id ?? "");
  expect((await post(`${delivered}/resend`)).status).toBe(303);
  expect((await store.getDelivery(delivery?.id ?? ""))?.state).toBe("scheduled");

  await post(path, [
    ["url", "https://customer.example/new"],
    ["eventTypes", "invoice.sent"],
  ]);
  await post(`${path}/rotate`);
  const [endpoint] = (await store.listEndpoints()).items;
  expect(endpoint).toMatchObject({ url: "https://customer.example/new", eventTypes: ["invoice.sent"] });
  expect(endpoint?.secrets).toHaveLength(2);
  await post(`${path}/end-rotation`);
  await post(`${path}/delete`);
  expect((await get(path)).status).toBe(404);
});

it("reports errors of a form, and keeps the input", async () => {
  const { post } = await setUp();
  const blocked = await post("/endpoints", [
    ["url", "https://169.254.169.254/"],
    ["eventTypes", "invoice.paid"],
  ]);
  expect(blocked.status).toBe(400);
  const text = await blocked.text();
  expect(text).toContain('value="https://169.254.169.254/"');
  expect(text).toContain('value="invoice.paid" checked');
  expect(await (await post("/endpoints", [["url", "https://a.example/"]])).text()).toContain(
    "at least one event",
  );
  const unknown = await post("/endpoints", [
    ["url", "https://a.example/"],
    ["eventTypes", "secret.event"],
  ]);
  expect(unknown.status).toBe(400);
});

it("shows a tenant no data of another one", async () => {
  const { store, get, post, create } = await setUp();
  const path = await create();
  await store.publish([{ id: "evt_1", tenant: "acme", type: "invoice.paid", body: "{}" }]);
  const [delivery] = (await store.listDeliveries()).items;
  const foreign = [path, `/deliveries/${delivery?.id}`];
  for (const each of foreign) expect((await get(each, "globex")).status).toBe(404);
  const changes = [
    path,
    `${path}/rotate`,
    `${path}/enable`,
    `${path}/end-rotation`,
    `${path}/delete`,
    `${foreign[1]}/resend`,
  ];
  for (const each of changes)
    expect((await post(each, [["url", "https://x.example/"]], "globex")).status).toBe(404);
  const list = await (await get("/", "globex", "application/json")).json();
  expect(list).toEqual({ items: [] });
  expect((await store.listEndpoints()).items).toHaveLength(1);
});

it("responds to hostile requests with a clear status and without data of other tenants", async () => {
  const { handle, database, store, errors, post, create, answer } = await setUp();
  const path = await create();
  await create("https://globex.example/hooks", "globex");
  await store.publish([{ id: "evt_1", tenant: "acme", type: "invoice.paid", body: '"acme only"' }]);
  const [delivery] = (await store.listDeliveries({ tenant: "acme" })).items;
  const before = JSON.stringify((await store.listEndpoints()).items);
  const form = "application/x-www-form-urlencoded";
  const own = { cookie: "acme", origin, "content-type": form };
  const send = async (
    target: string,
    init: RequestInit & { readonly duplex?: "half" } = {},
    headers: Readonly<Record<string, string>> = own,
  ) => {
    const response = await handle(new Request(`${origin}/webhooks${target}`, { headers, ...init }));
    const text = await response.text();
    return { status: response.status, allow: response.headers.get("allow"), text };
  };
  let pulled = 0;
  const huge = (): ReadableStream<Uint8Array> =>
    new ReadableStream({
      pull: (controller) => {
        controller.enqueue(new Uint8Array(16_384).fill(97));
        if ((pulled += 1) === 1000) controller.close();
      },
    });
  const broken = (): ReadableStream<Uint8Array> =>
    new ReadableStream({ pull: (controller) => controller.error(new Error("connection reset")) });
  const valid = "url=https://a.example/&eventTypes=invoice.paid";
  const put = (body: string | Uint8Array<ArrayBuffer> | ReadableStream, type: string = form) =>
    send("/endpoints", { method: "POST", body, duplex: "half" }, { ...own, "content-type": type });
  const attempts: readonly (readonly [status: number, response: ReturnType<typeof send>])[] = [
    // Bodies.
    [415, put("{", "application/json")],
    [415, put(JSON.stringify({ url: 1, eventTypes: {} }), "application/json; charset=utf-8")],
    [415, put(valid, "text/plain")],
    [415, put(valid, "multipart/form-data; boundary=x")],
    [415, put(valid, `${form}x`)],
    [413, put(`${valid}&x=${"x".repeat(65_536)}`)],
    [413, put(huge())],
    [400, put(broken())],
    [400, put(new Uint8Array([0xff, 0x00, 0x25, 0x25]))],
    [400, put("url=&url=https://a.example/&eventTypes=invoice.paid")],
    [400, put("url[]=https://a.example/&eventTypes[]=invoice.paid")],
    [400, put("url=https://a.example/%00&eventTypes=invoice.paid")],
    [400, put("url=https://a.example/&eventTypes=invoice.paid%00")],
    [400, put("url=javascript:alert(1)&eventTypes=invoice.paid")],
    // Methods and paths.
    ...["PUT", "PATCH", "DELETE", "HEAD"].map((method) => [405, send("/", { method })] as const),
    [405, send(`${path}/delete`)],
    [405, send("/", { method: "POST", body: valid })],
    ...["/nothing", "x", "/endpoints/", "/endpoints/a/b/c", "//", "/endpoints/%zz", "/endpoints/%00"].map(
      (target) => [404, send(target)] as const,
    ),
    [404, send("/endpoints/%E0%A4%A", { method: "POST", body: valid })],
    [404, send(`/deliveries/del_${"9".repeat(40)}`)],
    [404, send(`/deliveries/${"x".repeat(10_000)}`)],
    [404, send("/endpoints/__proto__")],
    [400, send("/?cursor=')--")],
    [400, send("/?cursor=99999999999999999999")],
    // Other sites: with cookies, but not from the portal's pages.
    ...["cross-site", "same-site", "none"].map(
      (site) =>
        [403, send(`${path}/delete`, { method: "POST" }, { ...own, "sec-fetch-site": site })] as const,
    ),
    ...["null", "https://evil.example", "http://app.example", "https://app.example.evil.example"].map(
      (from) => [403, send(`${path}/rotate`, { method: "POST" }, { ...own, origin: from })] as const,
    ),
    // Other tenants.
    ...[path, `/deliveries/${delivery?.id}`].map(
      (target) => [404, send(target, {}, { ...own, cookie: "globex" })] as const,
    ),
    [404, send(`/deliveries/${delivery?.id}/resend`, { method: "POST" }, { ...own, cookie: "globex" })],
  ];
  const foreign = /globex\.example|acme only/;
  for (const [index, [status, response]] of attempts.entries()) {
    const got = await response;
    const isMethod = got.allow !== null && /^(?:GET|POST)(?:, POST)?$/.test(got.allow);
    expect([index, got.status, isMethod, foreign.test(got.text)]).toEqual([
      index,
      status,
      status === 405,
      false,
    ]);
  }
  expect(pulled).toBeLessThan(10);
  expect(JSON.stringify((await store.listEndpoints()).items)).toBe(before);
  expect(errors).toEqual([]);

  // Authorization that fails, or returns no tenant or a different one.
  answer(() => {
    throw new Error("the session store is down: redis://secret");
  });
  const failed = await send("/");
  expect(failed.status).toBe(503);
  expect(failed.text).not.toMatch(/redis|customer/);
  answer(() => Promise.reject(new TypeError("no")));
  expect((await send(`${path}/delete`, { method: "POST" })).status).toBe(503);
  // Values that only JavaScript callers can return.
  for (const access of ["{}", '{ "tenant": null }', '{ "tenant": ["acme"] }', "null", '"acme"', "true"]) {
    answer(() => JSON.parse(access));
    const list = await send("/");
    expect([access, list.status, /customer|globex/.test(list.text)]).toEqual([access, 503, false]);
  }
  expect(errors).toHaveLength(8);
  answer(() => ({ tenant: "nobody" }));
  expect((await send("/")).text).toContain("No endpoints yet.");
  for (const target of [path, `/deliveries/${delivery?.id}`]) expect((await send(target)).status).toBe(404);
  answer(() => ({ tenant: "acme" }));
  // The store fails.
  database.close();
  expect((await send("/")).status).toBe(503);
  expect((await post(`${path}/delete`)).status).toBe(503);
  expect(errors).toHaveLength(10);
});

it("subscribes once to a repeated event", async () => {
  const { store, post } = await setUp();
  const eventTypes = Array.from({ length: 1000 }, () => ["eventTypes", "invoice.paid"]);
  expect((await post("/endpoints", [["url", "https://a.example/"], ...eventTypes])).status).toBe(303);
  expect((await store.listEndpoints()).items[0]?.eventTypes).toEqual(["invoice.paid"]);
});

it("rejects changes of readers, other sites and ended sessions", async () => {
  const { get, post, create } = await setUp();
  const path = await create();
  expect((await post(`${path}/delete`, [], "acme:reader")).status).toBe(403);
  expect((await post(`${path}/delete`, [], "acme", "https://evil.example")).status).toBe(403);
  expect((await post(`${path}/delete`, [], "")).status).toBe(401);
  expect(await (await get("/", "")).text()).toContain('data-session="expired"');
  const page = await get(path, "acme:reader");
  expect(await page.text()).not.toMatch(/whsec_|<form/);
  expect(page.headers.get("content-security-policy")).toContain(
    "frame-ancestors 'self' https://product.example",
  );
  expect(JSON.stringify(await (await get(path, "acme", "application/json")).json())).not.toContain("whsec_");
});
