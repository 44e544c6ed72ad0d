import { describe, expect, it } from "vitest";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { installIntegration } from "../installations/install-integration.ts";
import { listInstallationEvents } from "../events/list-events.ts";
import { createFanOut } from "./fan-out.ts";
import { removeOldEvents } from "./remove-old-events.ts";

const day = 24 * 3600 * 1000;

describe.each(databaseKinds)("removeOldEvents on %s", (kind) => {
  const platform = setUpPlatform(kind);

  it("removes what was done 90 days ago, and nothing that is newer or still waits", async () => {
    const { organizationId } = await platform.createContent();
    const { name } = await platform.publish(organizationId);
    const { id } = await installIntegration(platform.context(), name, organizationId);
    const received = async () =>
      (await listInstallationEvents(platform.context(), id, { limit: 10 })).items.length;
    platform.clock.now += 89 * day;
    await createFanOut(platform.context(), 5000).runOnce();
    expect(await received()).toBe(2);
    platform.clock.now += 90 * day;
    expect(await removeOldEvents(platform.context())).toBe(0);
    platform.clock.now += 1;
    const waiting = await installIntegration(
      platform.context(),
      (await platform.publish(organizationId)).name,
      organizationId,
    );
    expect(await removeOldEvents(platform.context())).toBe(2);
    expect(await received()).toBe(0);
    expect(await platform.eventsOf(id)).toEqual([]);
    expect(await platform.eventsOf(waiting.id)).toHaveLength(2);
    expect(await platform.storage().db.selectFrom("event_recipients").selectAll().execute()).toEqual([]);
  });
});
