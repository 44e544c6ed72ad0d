import { describe, expect, it } from "vitest";
import { expectedOutcome, runAttack } from "./attack.fixture.ts";
import { attackTable } from "./attack-table.fixture.ts";

describe("an OAuth flow under attack", () => {
  it.each(attackTable)("$name → $code", async (attack) => {
    expect(await runAttack(attack)).toEqual(expectedOutcome(attack));
  });
});
