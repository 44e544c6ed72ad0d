import { expect, it } from "vitest";
import * as z from "zod";
import { parametersOf, pathParameter } from "./parameters.ts";

function describe(path: string, own: Parameters<typeof parametersOf>[1]) {
  const { properties = {} } = z.toJSONSchema(parametersOf(path, own));
  return Object.entries(properties).map(([name, schema]) => `${name}: ${Object(schema).description}`);
}

it("describes parameters as the product does, then as the platform does", () => {
  const own = { eventId: pathParameter("A race.", "evt_1") };
  expect(describe("/organizations/{organizationId}/events/{eventId}/heats/{heatId}", own)).toEqual([
    "eventId: A race.",
    "heatId: A resource of the product.",
    "organizationId: An organization.",
  ]);
});
