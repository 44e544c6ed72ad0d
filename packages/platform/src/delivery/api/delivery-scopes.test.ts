import * as routes from "@plugboard/api/routes";
import * as contentRoutes from "../../../../content/src/client/routes.ts";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpApi } from "../../fixtures/set-up-api.fixture.ts";

const keySchema = z.object({ id: z.string(), scopes: z.array(z.string()) });

describe("API keys with the scopes of deliveries", () => {
  const { succeed, call, createContent } = setUpApi("SQLite");

  it("list deliveries, but only search their bodies with a scope of its own", async () => {
    const { organizationId } = await createContent();
    const createKey = async (...scopes: readonly string[]) => {
      const body = { name: "Monitor", scopes };
      const created = await succeed({ type: "admin" }, routes.createApiKey, {
        params: { organizationId },
        body,
      });
      const key = keySchema.parse(created);
      expect(key.scopes).toEqual(scopes);
      return { type: "key", id: key.id, organization: organizationId, scopes } as const;
    };
    const reader = await createKey("organization:deliveries:read");
    expect(await succeed(reader, routes.listDeliveries)).toEqual({ items: [] });
    const query = { text: "secret" };
    expect(await call(reader, routes.listDeliveries, { query })).toMatchObject({
      status: 403,
      body: { detail: "Searching for text in bodies requires the scope organization:bodies:read." },
    });
    const searcher = await createKey("organization:deliveries:read", "organization:bodies:read");
    expect(await succeed(searcher, routes.listDeliveries, { query })).toEqual({ items: [] });
    expect((await call(searcher, contentRoutes.listSpaces)).status).toBe(403);
    const body = { deliveryIds: ["dlv_1"] };
    expect((await call(searcher, routes.sendDeliveriesAgain, { body })).status).toBe(403);
    const writer = await createKey("organization:deliveries:write");
    expect((await call(writer, routes.sendDeliveriesAgain, { body })).status).toBe(404);
  });
});
