import { describe, expect, it } from "vitest";
import { expectedOutcome, redirectOf, runAttack } from "./attack.fixture.ts";
import { attackTable } from "./attack-table.fixture.ts";
import { createAttackWorld } from "./attack-world.fixture.ts";

describe("an OAuth flow under attack", () => {
  it.each(attackTable)("$name → $code", async (attack) => {
    expect(await runAttack(attack)).toEqual(expectedOutcome(attack));
  });

  it("uses a redirect once, even with the cookie restored", async () => {
    const { platform, startURL, provider } = createAttackWorld();
    const browser = platform.createBrowser();
    const back = await redirectOf(startURL, browser);
    const again = { headers: { cookie: browser.cookieHeader(back.href) } };
    expect((await browser.open(back.href)).response.status).toBe(200);
    const stored = platform.installation().configuration;
    const replayed = await platform.fetch(`/oauth${back.search}`, again);
    expect(await replayed.text()).toContain("state_reused");
    expect(provider.tokenRequests()).toBe(1);
    expect(platform.installation().configuration).toEqual(stored);
  });
});
