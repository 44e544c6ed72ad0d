import { beforeAll, describe, expect, it } from "vitest";
import { databaseKinds, setUpStorage } from "../fixtures/set-up-storage.fixture.ts";
import { appendEvent } from "../events/append-event.ts";
import { type Change, shareTransactions } from "./share-transactions.ts";

describe.each(databaseKinds)("shareTransactions on %s", (kind) => {
  const used = setUpStorage(kind);
  const write =
    (siteId: string): Change =>
    (transaction) =>
      appendEvent(
        transaction,
        {
          type: "site_view",
          fields: {
            siteId,
            visitor: { anonymousId: "a", userAgent: "", ip: "", cookies: {} },
            url: "",
            referrer: "",
          },
          siteId,
        },
        1,
      );
  const written = async (prefix: string): Promise<string[]> => {
    const { db } = used.storage();
    const rows = await db.selectFrom("events").select("resource_id").orderBy("position").execute();
    return rows.map(({ resource_id: id }) => id).filter((id) => id.startsWith(prefix));
  };

  const many = Array.from({ length: 450 }, (_, index) => `many-${index}`);
  beforeAll(async () => {
    const site = { organization_id: "org_1", space_id: "spc_1", title: "Docs" };
    await used
      .storage()
      .db.insertInto("sites")
      .values([...many, "some-1", "some-2", "some-broken"].map((id) => ({ ...site, id, slug: id })))
      .execute();
  });

  it("commits changes that come together in their order, and more than one transaction takes", async () => {
    const share = shareTransactions(used.storage().db);
    const transactions = new Set<unknown>();
    await Promise.all(
      many.map((id) =>
        share(async (transaction) => {
          transactions.add(transaction);
          await write(id)(transaction);
        }),
      ),
    );
    expect(await written("many")).toEqual(many);
    expect(transactions.size).toBe(3);
  });

  it("fails only the change that fails, and leaves nothing of it behind", async () => {
    const share = shareTransactions(used.storage().db);
    const broken = share(async (transaction) => {
      await write("some-broken")(transaction);
      throw new Error("no such page");
    });
    const results = await Promise.allSettled([share(write("some-1")), broken, share(write("some-2"))]);
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(await written("some")).toEqual(["some-1", "some-2"]);
  });
});
