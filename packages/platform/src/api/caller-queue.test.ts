import { expect, it } from "vitest";
import type { Principal } from "../access/principal.ts";
import { PlatformError } from "../common/platform-error.ts";
import { person } from "../fixtures/set-up-api.fixture.ts";
import { createCallerQueue } from "./caller-queue.ts";

const slotsOfOne = 4;
const ada = person("ada", { org_1: "editor" });
const other: Principal = { type: "key", id: "key_2", organization: "org_2", role: "reader" };

function set() {
  const queue = createCallerQueue(() => 0);
  const request = (authorization: string) =>
    new Request("https://docs.example.com/v1", { headers: { authorization } });
  const enter = async (token: string, caller: Principal) =>
    await queue.admit(request(token), "192.0.2.7", async () => ({ caller }));
  /** Occupies all slots of a caller. */
  const takeAll = (caller: Principal): void => {
    for (let slot = 0; slot < slotsOfOne; slot += 1) void queue.run(caller, () => new Promise(() => {}));
  };
  const hasEnded = async (work: Promise<unknown>): Promise<boolean> => {
    let isOver = false;
    const end = (): void => {
      isOver = true;
    };
    work.then(end, end);
    await new Promise((resolve) => setImmediate(resolve));
    return isOver;
  };
  return { queue, request, enter, takeAll, hasEnded };
}

it("counts an organization's people and keys as one caller", async () => {
  const { queue, takeAll, hasEnded } = set();
  await queue.run(other, async () => {});
  takeAll({ type: "key", id: "key_1", organization: "org_1", role: "reader" });
  expect(await hasEnded(queue.run(ada, async () => {}))).toBe(false);
  expect(await hasEnded(queue.run(other, async () => {}))).toBe(true);
});

it("queues a known caller's authentication with their own requests", async () => {
  const { queue, enter, takeAll, hasEnded } = set();
  await queue.run(other, async () => {});
  await enter("of ada", ada);
  takeAll(ada);
  expect(await hasEnded(enter("of ada", ada))).toBe(false);
  expect(await hasEnded(enter("of a new caller", other))).toBe(true);
});

it("queues a signed-out caller by address", async () => {
  const { queue, request, enter, takeAll, hasEnded } = set();
  await queue.run(other, async () => {});
  await enter("of ada", ada);
  const refused = queue.admit(request("of ada"), "192.0.2.7", async () => {
    throw new PlatformError("unauthorized", "This session has ended.");
  });
  await expect(refused).rejects.toMatchObject({ code: "unauthorized" });
  takeAll(ada);
  expect(await hasEnded(enter("of ada", ada))).toBe(true);
});
