import { expect, test } from "vitest";
import { rollUpgrade } from "./roll-upgrade.ts";
import { ownRoot } from "./start-target.ts";

test("servers are replaced one by one under load: no event is lost and no request fails", async () => {
  const { cases, breaches } = await rollUpgrade(ownRoot, 10);
  expect(breaches).toEqual([]);
  expect(cases).toBeGreaterThanOrEqual(50);
}, 300_000);
