import { setTimeout as delay } from "node:timers/promises";
import { expect, it, onTestFinished, vi } from "vitest";
import { currentScope, inOrganizations } from "../database/organization-scope.ts";
import { liveResponse } from "./live-response.ts";

it("sends no heartbeat after the connection closed during a check of access", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const checking = Promise.withResolvers<boolean>();
  async function* watch() {
    yield { id: "1" };
  }
  const { body } = liveResponse({
    watch,
    headers: new Headers(),
    signal: new AbortController().signal,
    inScope: async (read) => await read(),
    keepsAccess: async () => await checking.promise,
  });
  await body?.cancel();
  expect(() => vi.advanceTimersByTime(60_000)).not.toThrow();
  checking.resolve(true);
});

it("limits every read to the caller's organizations, even long after the request was handled", async () => {
  async function* watch() {
    yield { id: currentScope() ?? "" };
    await delay(5);
    yield { id: currentScope() ?? "" };
  }
  const ending = new AbortController();
  const response = liveResponse({
    watch,
    headers: new Headers(),
    signal: ending.signal,
    inScope: async (read) => await inOrganizations(["org_1"], read),
    keepsAccess: async () => true,
  });
  expect(currentScope()).toBeUndefined();
  const ids = Array.from((await response.text()).matchAll(/^id: (.*)$/gm), ([, id]) => id);
  expect(ids).toEqual(["org_1", "org_1"]);
});
