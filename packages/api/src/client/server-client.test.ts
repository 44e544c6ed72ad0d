import { expect, expectTypeOf, it } from "vitest";
import * as routes from "../contract/routes.ts";
import * as z from "zod";
import { defineOperations, operation } from "../contract/operation.ts";
import { pageOf, pageQuerySchema } from "../contract/page.ts";
import type { InstallationResource } from "../contract/types.ts";
import { createServerClient } from "./server-client.ts";

const declared = {
  tag: "Content",
  summary: "Tries the types",
  access: "administrator",
  roles: ["owner"],
} as const;
const contract = {
  operations: defineOperations({
    listIssues: operation({
      method: "GET",
      path: "/projects/{projectId}/issues",
      ...declared,
      query: pageQuerySchema,
      response: pageOf(z.object({ id: z.string() })),
      example: { response: { items: [] } },
    }),
    openIssue: operation({
      method: "POST",
      path: "/projects/{projectId}/issues",
      ...declared,
      query: z.object({ draft: z.string().optional() }),
      body: z.object({ title: z.string() }),
      response: z.object({ id: z.string() }),
      example: { body: { title: "t" }, response: { id: "iss_1" } },
    }),
  }),
};
const requests: { readonly line: string; readonly body: string }[] = [];
const api = createServerClient({
  endpoint: "https://api.example/v1",
  token: "token",
  contract,
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
  expectTypeOf(api.getInstallation).parameter(0).toEqualTypeOf<{ readonly installationId: string }>();
  expectTypeOf(api.getInstallation).returns.resolves.toEqualTypeOf<InstallationResource>();
  expectTypeOf(api.openIssue).returns.resolves.toEqualTypeOf<{ readonly id: string }>();
  expectTypeOf(api.listOrganizations).toBeCallableWith();
});

it("puts each field where the operation expects it", async () => {
  await api.getInstallation({ installationId: "ins_1" });
  await api.listIssues({ projectId: "prj_1", limit: 5 });
  await api.openIssue({ projectId: "prj_1", title: "Login fails", draft: "yes" });
  await api.installIntegration(
    { integration: "acme", organization: "org_1", share: "link" },
    { idempotencyKey: "once" },
  );
  await api.deleteWebhookEndpoint({ installationId: "ins_1", endpointId: "whe_1" });
  await api.updateWebhookEndpoint({ installationId: "ins_1", endpointId: "whe_1", status: "paused" });
  expect(requests).toEqual([
    { line: "GET https://api.example/v1/installations/ins_1 no key", body: "" },
    { line: "GET https://api.example/v1/projects/prj_1/issues?limit=5 no key", body: "" },
    {
      line: "POST https://api.example/v1/projects/prj_1/issues?draft=yes no key",
      body: '{"title":"Login fails"}',
    },
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
