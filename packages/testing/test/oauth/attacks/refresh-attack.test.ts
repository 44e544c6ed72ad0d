import { describe, expect, it } from "vitest";
import { expectedRefresh, refreshAttacks, runRefreshAttack } from "./refresh-attack.fixture.ts";

describe("a refresh under attack", () => {
  it.each(refreshAttacks)("$mode → $code", async (attack) => {
    expect(await runRefreshAttack(attack)).toEqual(expectedRefresh(attack));
  });
});
