import { describe, expect, it } from "vitest";
import { createMemoryReplayGuard } from "./memory-replay-guard.ts";
import { replayGuardContract } from "./replay-guard-contract.ts";

describe("createMemoryReplayGuard", () => {
  it.each(replayGuardContract)("$name", async ({ run }) => {
    await expect(run(createMemoryReplayGuard())).resolves.toBeUndefined();
  });

  it("deletes expired IDs to bound its memory", async () => {
    const guard = createMemoryReplayGuard();
    await guard.claim("a", 1_000, 0);
    expect(await guard.claim("a", 2_000, 1_000)).toBe(true);
  });
});
