import { expect, test } from "vitest";
import { listBreaches } from "./list-breaches.fixture.ts";

test("no attack with clocks succeeds or ends the server", async () => {
  expect(await listBreaches("clocks")).toEqual([]);
}, 300_000);
