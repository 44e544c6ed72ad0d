import { expect, test } from "vitest";
import { listBreaches } from "./list-breaches.fixture.ts";

test("no attack with embed tokens succeeds", async () => {
  expect(await listBreaches("embeds")).toEqual([]);
}, 300_000);
