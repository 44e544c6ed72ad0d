import { describe, expect, it } from "vitest";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { changeStatus } from "../installations/change-installation.ts";
import { installIntegration } from "../installations/install-integration.ts";
import type { RetireOptions, RunningScript } from "./integration-runner.ts";
import { stopPausedScripts } from "./stop-paused-scripts.ts";

describe.each(databaseKinds)("stopping scripts of paused installations on %s", (kind) => {
  const platform = setUpPlatform(kind);

  /** An integration that one organization has paused, and a process that runs some scripts. */
  async function setUp() {
    const [one, other] = [await platform.createContent(), await platform.createContent()];
    const { name } = await platform.publish(one.organizationId, "scopes: []");
    const { id } = await installIntegration(platform.context(), name, one.organizationId);
    await changeStatus(platform.context(), id, "pause");
    const retired: [string, RetireOptions | undefined][] = [];
    const sweep = async (...running: readonly Omit<RunningScript, "name">[]): Promise<number> => {
      const context = platform.context();
      return await stopPausedScripts({
        db: context.db,
        runner: {
          ...context.runner,
          listRunning: async () => running.map((script) => ({ ...script, name })),
          retire: async (script, options) => void retired.push([script, options]),
        },
      });
    };
    return { id, name, one: one.organizationId, other: other.organizationId, retired, sweep };
  }

  it("stops them for that organization, even in a process that wasn't notified", async () => {
    const { name, one, other, retired, sweep } = await setUp();
    expect(await sweep({ organization: one, version: 1 }, { organization: other, version: 1 })).toBe(1);
    expect(retired).toEqual([[name, { organization: one, keepVersions: [], immediately: true }]]);
  });

  it("keeps a version that is being published", async () => {
    const { name, one, retired, sweep } = await setUp();
    expect(await sweep({ organization: one, version: 2 })).toBe(0);
    expect(await sweep({ organization: one, version: 1 }, { organization: one, version: 2 })).toBe(1);
    expect(retired).toEqual([[name, { organization: one, keepVersions: [2], immediately: true }]]);
  });

  it("doesn't stop scripts once the installation is resumed, or if none is running", async () => {
    const { id, one, retired, sweep } = await setUp();
    expect(await sweep()).toBe(0);
    await changeStatus(platform.context(), id, "resume");
    expect(await sweep({ organization: one, version: 1 })).toBe(0);
    expect(retired).toEqual([]);
  });
});
