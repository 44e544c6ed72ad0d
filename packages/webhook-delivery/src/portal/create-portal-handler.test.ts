import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { createSqliteDeliveryStore } from "../sqlite.ts";
import { createPortalHandler } from "./create-portal-handler.ts";

const origin = "https://app.example";

async function setUp() {
  const store = createSqliteDeliveryStore(new DatabaseSync(":memory:"));
  await store.migrate();
  const handle = createPortalHandler({
    store,
    basePath: "/webhooks/",
    eventTypes: ["invoice.paid", "invoice.sent"],
    frameAncestors: ["https://product.example"],
    authorize: (request) => {
      const [tenant, role] = (request.headers.get("cookie") ?? "").split(":");
      return tenant ? { tenant, readOnly: role === "reader" } : undefined;
    },
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
  return { store, get, post, create };
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

it("says what is wrong with a form, and keeps what was entered", async () => {
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

it("shows a tenant nothing of another one", async () => {
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
