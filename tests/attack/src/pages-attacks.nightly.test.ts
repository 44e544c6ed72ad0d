import { expect, test } from "vitest";
import { listBreaches } from "./list-breaches.fixture.ts";

test("no attack with pages succeeds or ends the server", async () => {
  expect(await listBreaches("pages")).toEqual([]);
}, 300_000);
