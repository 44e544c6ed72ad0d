import { expect, expectTypeOf, it } from "vitest";
import * as routes from "../contract/routes.ts";
import type { SpaceResource } from "../contract/types.ts";
import { createServerClient } from "./server-client.ts";

const requests: { readonly line: string; readonly body: string }[] = [];
const api = createServerClient({
  endpoint: "https://api.example/v1",
  token: "token",
  fetch: async (url, init) => {
    const request = new Request(url, init);
    const key = request.headers.get("idempotency-key") ?? "no key";
    requests.push({ line: `${request.method} ${request.url} ${key}`, body: await request.text() });
    return Response.json({ items: [] });
  },
});

it("has a method for each operation", () => {
  const missing = Object.values(routes).filter(({ id }) => typeof api[id] !== "function");
  expect(missing).toEqual([]);
  expectTypeOf(api.getSpace).parameter(0).toEqualTypeOf<{ readonly spaceId: string }>();
  expectTypeOf(api.getSpace).returns.resolves.toEqualTypeOf<SpaceResource>();
  expectTypeOf(api.listOrganizations).toBeCallableWith();
});

it("puts each field where the operation expects it", async () => {
  await api.getSpace({ spaceId: "spc_1" });
  await api.listPages({ spaceId: "spc_1", limit: 5 });
  await api.installIntegration(
    { integration: "acme", organization: "org_1", share: "link" },
    { idempotencyKey: "once" },
  );
  await api.deleteWebhookEndpoint({ installationId: "ins_1", endpointId: "whe_1" });
  await api.updateWebhookEndpoint({ installationId: "ins_1", endpointId: "whe_1", status: "paused" });
  expect(requests).toEqual([
    { line: "GET https://api.example/v1/spaces/spc_1 no key", body: "" },
    { line: "GET https://api.example/v1/spaces/spc_1/pages?limit=5 no key", body: "" },
    {
      line: "POST https://api.example/v1/integrations/acme/installations?share=link once",
      body: '{"organization":"org_1"}',
    },
    { line: "DELETE https://api.example/v1/installations/ins_1/webhook-endpoints/whe_1 no key", body: "" },
    {
      line: "PATCH https://api.example/v1/installations/ins_1/webhook-endpoints/whe_1 no key",
      body: '{"status":"paused"}',
    },
  ]);
});
