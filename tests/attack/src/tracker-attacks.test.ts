import { expect, test } from "vitest";
import { listBreaches } from "./list-breaches.fixture.ts";

test("no attack on another product's operations succeeds", async () => {
  expect(await listBreaches("tracker")).toEqual([]);
}, 300_000);
