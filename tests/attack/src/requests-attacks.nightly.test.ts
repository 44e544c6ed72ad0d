import { expect, test } from "vitest";
import { listBreaches } from "./list-breaches.fixture.ts";

test("no attack with requests succeeds or ends the server", async () => {
  expect(await listBreaches("requests")).toEqual([]);
}, 300_000);
