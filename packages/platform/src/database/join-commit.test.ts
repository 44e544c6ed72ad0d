import { expect, it } from "vitest";
import { setUpStorage } from "../fixtures/set-up-storage.fixture.ts";
import { joinCommit } from "./join-commit.ts";

const { storage } = setUpStorage("SQLite");

it("doesn't join work that was started within and ends later", async () => {
  const { db } = storage();
  const query = db.insertInto("organizations").values({ id: "org_1", title: "A", subdomain: "a" });
  const work = Promise.withResolvers<void>();
  const { hasJoined, result } = await joinCommit(query.compile(), async () => ({
    later: work.promise.then(() => db.transaction().execute(async () => "done")),
  }));
  expect(hasJoined).toBe(false);
  await query.execute();
  work.resolve();
  await expect(result.later).resolves.toBe("done");
});

it("joins the first of several transactions only", async () => {
  const { db } = storage();
  const query = db.insertInto("organizations").values({ id: "org_2", title: "B", subdomain: "b" });
  const { hasJoined } = await joinCommit(query.compile(), async () => {
    for (let count = 0; count < 2; count += 1) await db.transaction().execute(async () => "done");
  });
  expect(hasJoined).toBe(true);
});

it("joins one transaction with the queries of nested work, or with none", async () => {
  const { db } = storage();
  const insert = (id: string) =>
    db.insertInto("organizations").values({ id, title: "A", subdomain: id.replace("_", "-") });
  const nest = (change: () => Promise<unknown>) =>
    joinCommit(insert("org_3").compile(), () => joinCommit(insert("org_4").compile(), change));
  const stored = async () => {
    const rows = await db
      .selectFrom("organizations")
      .select("id")
      .where("id", "in", ["org_3", "org_4"])
      .execute();
    return rows.length;
  };
  const fail = async () => {
    throw new Error("No.");
  };
  await expect(nest(() => db.transaction().execute(fail))).rejects.toThrow("No.");
  expect(await stored()).toBe(0);
  const { hasJoined, result } = await nest(() => db.transaction().execute(async () => {}));
  expect([hasJoined, result.hasJoined, await stored()]).toEqual([true, true, 2]);
});
