import { expect, it } from "vitest";
import type { Principal } from "../access/principal.ts";
import { PlatformError } from "../common/platform-error.ts";
import { person } from "../fixtures/set-up-api.fixture.ts";
import { createCallerTurns } from "./caller-turns.ts";

const turnsOfOne = 4;
const ada = person("ada", { org_1: "editor" });
const other: Principal = { type: "key", id: "key_2", organization: "org_2", role: "reader" };

function set() {
  const turns = createCallerTurns(() => 0);
  const request = (authorization: string) =>
    new Request("https://docs.example.com/v1", { headers: { authorization } });
  const enter = async (token: string, caller: Principal) =>
    await turns.admit(request(token), "192.0.2.7", async () => ({ caller }));
  /** Takes all turns of a caller, and keeps them. */
  const takeAll = (caller: Principal): void => {
    for (let turn = 0; turn < turnsOfOne; turn += 1) void turns.run(caller, () => new Promise(() => {}));
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
  return { turns, request, enter, takeAll, hasEnded };
}

it("takes an organization's people and keys for one caller", async () => {
  const { turns, takeAll, hasEnded } = set();
  await turns.run(other, async () => {});
  takeAll({ type: "key", id: "key_1", organization: "org_1", role: "reader" });
  expect(await hasEnded(turns.run(ada, async () => {}))).toBe(false);
  expect(await hasEnded(turns.run(other, async () => {}))).toBe(true);
});

it("lets whoever is known wait for their own turn already to be recognized", async () => {
  const { turns, enter, takeAll, hasEnded } = set();
  await turns.run(other, async () => {});
  await enter("of ada", ada);
  takeAll(ada);
  expect(await hasEnded(enter("of ada", ada))).toBe(false);
  expect(await hasEnded(enter("of somebody new", other))).toBe(true);
});

it("takes whoever is not let in any more for their address", async () => {
  const { turns, request, enter, takeAll, hasEnded } = set();
  await turns.run(other, async () => {});
  await enter("of ada", ada);
  const refused = turns.admit(request("of ada"), "192.0.2.7", async () => {
    throw new PlatformError("unauthorized", "This session has ended.");
  });
  await expect(refused).rejects.toMatchObject({ code: "unauthorized" });
  takeAll(ada);
  expect(await hasEnded(enter("of ada", ada))).toBe(true);
});
