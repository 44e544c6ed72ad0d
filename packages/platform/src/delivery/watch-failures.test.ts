import type { AttemptRecord } from "@plugboard/webhook-delivery";
import { expect, it, vi } from "vitest";
import { setUpStorage } from "../fixtures/set-up-storage.fixture.ts";
import { createFailureWatch } from "./watch-failures.ts";

const used = setUpStorage("SQLite");

it("keeps the noted failures when they can't be stored", async () => {
  const getEndpoint = vi.fn<() => Promise<undefined>>();
  getEndpoint.mockRejectedValueOnce(new Error("the database is away"));
  const onError = vi.fn<(error: unknown) => void>();
  const watch = createFailureWatch({ db: used.storage().db, now: () => 1 }, { getEndpoint }, onError);
  const record = {
    delivery: { endpointId: "whe_1" },
    outcome: { state: "failed", reason: "exhausted" },
    result: { status: 503 },
  };
  // The fields that the watch reads.
  watch.note([record as AttemptRecord]);
  await watch.flush();
  expect(onError).toHaveBeenCalledWith(new Error("the database is away"));
  await watch.flush();
  await watch.flush();
  expect(getEndpoint.mock.calls).toEqual([["whe_1"], ["whe_1"]]);
});
