import type { Role } from "@plugboard/api";
import * as routes from "@plugboard/api/routes";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { person, setUpApi } from "../../fixtures/set-up-api.fixture.ts";

const listSchema = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string(), search: z.record(z.string(), z.string()) })),
});

describe("saved views of deliveries", () => {
  const { succeed, call, createContent } = setUpApi("SQLite");

  it("belong to one person in one organization, and are replaced by name", async () => {
    const { organizationId } = await createContent();
    const params = { organizationId };
    const join = (id: string, role: Role) => person(id, { [organizationId]: role });
    const [ada, bob, reader] = [join("ada", "operator"), join("bob", "operator"), join("eve", "reader")];
    const list = async (who: typeof ada) =>
      listSchema.parse(await succeed(who, routes.listDeliveryViews, { params })).items;
    const save = async (name: string, search: Readonly<Record<string, string>>) =>
      await succeed(ada, routes.saveDeliveryView, { params, body: { name, search } });
    await save("Gone", { status: "failed" });
    await save(" Gone ", { status: "failed", code: "410" });
    await save("All", {});
    expect((await list(ada)).map(({ name, search }) => [name, search])).toEqual([
      ["All", {}],
      ["Gone", { status: "failed", code: "410" }],
    ]);
    expect(await list(bob)).toEqual([]);
    expect((await call(reader, routes.listDeliveryViews, { params })).status).toBe(403);
    const viewId = (await list(ada))[0]?.id ?? "";
    const removal = { params: { ...params, viewId } };
    expect((await call(bob, routes.removeDeliveryView, removal)).status).toBe(404);
    await succeed(ada, routes.removeDeliveryView, removal);
    expect((await list(ada)).map(({ name }) => name)).toEqual(["Gone"]);
    for (let index = 1; index < 100; index += 1) await save(`View ${index}`, {});
    const full = { params, body: { name: "One more", search: {} } };
    expect((await call(ada, routes.saveDeliveryView, full)).status).toBe(409);
    await save("Gone", {});
    expect(
      (await call(ada, routes.saveDeliveryView, { params, body: { name: " ", search: {} } })).status,
    ).toBe(400);
  });
});
