import { createMemoryDedupeStore } from "@plugboard/webhook-receiver";
import { describe, expect, it } from "vitest";
import type { DedupeStore } from "./once-for-event.ts";
import { contentUpdated, createProductIntegration } from "../../test/fixtures/example-events.fixture.ts";
import { eventRequest, exampleSecret } from "../../test/fixtures/signed-request.fixture.ts";
import type { LogLine } from "../integration/log.ts";
import { onceForEvent } from "./once-for-event.ts";

const env = { PLUGBOARD_SIGNING_SECRET: exampleSecret };

function integrationOf(store: DedupeStore, handler: () => unknown, lines: LogLine[] = []) {
  const integration = createProductIntegration({
    events: { space_content_updated: onceForEvent({ store, name: "notify", handler }) },
    log: (line) => lines.push(line),
  });
  return async (eventId = "evt_1"): Promise<number> => {
    const request = await eventRequest({ ...contentUpdated, eventId });
    return (await integration.fetch(request, env)).status;
  };
}

describe("onceForEvent", () => {
  it("runs once per event", async () => {
    let runs = 0;
    const deliver = integrationOf(createMemoryDedupeStore(), () => (runs += 1));
    expect([await deliver(), await deliver(), await deliver("evt_2"), runs]).toEqual([200, 200, 200, 2]);
  });

  it("runs again after it threw", async () => {
    let runs = 0;
    const deliver = integrationOf(createMemoryDedupeStore(), () => {
      runs += 1;
      if (runs === 1) throw new Error("not yet");
    });
    expect([await deliver(), await deliver(), await deliver(), runs]).toEqual([500, 200, 200, 2]);
  });

  it("a concurrent copy is rejected and resent later", async () => {
    const finish = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const deliver = integrationOf(createMemoryDedupeStore(), () => {
      started.resolve();
      return finish.promise;
    });
    const first = deliver();
    await started.promise;
    expect(await deliver()).toBe(503);
    finish.resolve();
    expect([await first, await deliver()]).toEqual([200, 200]);
  });

  it("distinguishes handlers of the same event by name", async () => {
    const store = createMemoryDedupeStore();
    const runs: string[] = [];
    const handlers = ["first", "second"].map((name) =>
      onceForEvent({ store, name, handler: () => runs.push(name) }),
    );
    const integration = createProductIntegration({ events: { space_content_updated: handlers } });
    await integration.fetch(await eventRequest(contentUpdated), env);
    expect(runs).toEqual(["first", "second"]);
  });

  it.each([
    ["after the handler has succeeded", () => undefined, 200],
    [
      "after the handler has failed",
      () => {
        throw new Error("broken");
      },
      500,
    ],
  ])("logs a store failure %s without changing the outcome", async (_when, handler, status) => {
    const fail = () => Promise.reject(new Error("connection lost"));
    const lines: LogLine[] = [];
    const deliver = integrationOf(
      { claim: async () => "claimed", commit: fail, release: fail },
      handler,
      lines,
    );
    expect(await deliver()).toBe(status);
    expect(lines[0]).toMatchObject({ message: "The outcome was not recorded" });
  });

  it("the event is resent if it cannot be claimed", async () => {
    const fail = () => Promise.reject(new Error("connection lost"));
    const deliver = integrationOf({ claim: fail, commit: fail, release: fail }, () => undefined);
    expect(await deliver()).toBe(500);
  });
});
