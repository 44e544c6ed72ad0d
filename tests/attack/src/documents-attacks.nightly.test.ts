import { expect, test } from "vitest";
import { listBreaches } from "./list-breaches.fixture.ts";

test("no attack with documents succeeds or ends the server", async () => {
  expect(await listBreaches("documents")).toEqual([]);
}, 300_000);
