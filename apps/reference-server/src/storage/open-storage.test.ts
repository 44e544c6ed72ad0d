import { copyFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { setUpFolders } from "../fixtures/set-up-folders.fixture.ts";
import { databaseKinds, setUpStorage } from "../fixtures/set-up-storage.fixture.ts";
import { createSettings } from "@plugboard/platform";
import { loadMasterKeys } from "./master-key.ts";
import { openStorage } from "./open-storage.ts";

const fail = (error: unknown): never => {
  throw error;
};

describe.each(databaseKinds)("openStorage on %s", (kind) => {
  const used = setUpStorage(kind);

  it("creates the tables of the platform and the delivery engine", async () => {
    const { database: db, deliveryStore: deliveries } = used.storage();
    expect(await db.selectFrom("events").selectAll().execute()).toEqual([]);
    expect((await deliveries.listDeliveries()).items).toEqual([]);
  });
});

describe("openStorage on SQLite", () => {
  const newFolder = setUpFolders();

  it("finds its data after reopening", async () => {
    const dataDir = await newFolder();
    const first = await openStorage({ dataDir }, fail);
    await createSettings(first.database, first.secretBox).put("word", "sesame");
    await first.close();
    const second = await openStorage({ dataDir }, fail);
    expect(await createSettings(second.database, second.secretBox).get("word")).toBe("sesame");
    await second.close();
  });

  it("allows only one server in a folder at a time", async () => {
    const dataDir = await newFolder();
    const first = await openStorage({ dataDir }, fail);
    await expect(openStorage({ dataDir }, fail)).rejects.toMatchObject({
      code: "data_in_use",
      message: expect.stringContaining(dataDir),
    });
    await first.close();
    await (await openStorage({ dataDir }, fail)).close();
  });

  it("reports that a folder cannot be created", async () => {
    const dataDir = await newFolder();
    await writeFile(join(dataDir, "file"), "");
    await expect(openStorage({ dataDir: join(dataDir, "file", "data") }, fail)).rejects.toMatchObject({
      code: "data_unwritable",
      message: expect.stringMatching(/^PLUGBOARD_DATA_DIR: the folder .+ cannot be written: /),
    });
  });

  it.each(["platform.db", "delivery.db"])(
    "reports that %s is not a database, and releases the folder",
    async (file) => {
      const dataDir = await newFolder();
      await loadMasterKeys(dataDir);
      await writeFile(join(dataDir, file), "not a database, ".repeat(1000));
      await expect(openStorage({ dataDir }, fail)).rejects.toMatchObject({
        code: "data_unreadable",
        message: expect.stringContaining("cannot be read"),
      });
      await rm(join(dataDir, file));
      await (await openStorage({ dataDir }, fail)).close();
    },
  );

  it("rejects delivery engine tables of a newer version and releases the folder", async () => {
    const dataDir = await newFolder();
    await (await openStorage({ dataDir }, fail)).close();
    const change = (statement: string): void => {
      const database = new DatabaseSync(join(dataDir, "delivery.db"));
      database.exec(statement);
      database.close();
    };
    change("INSERT INTO webhook_migrations (version, applied_at) VALUES (999, 0)");
    await expect(openStorage({ dataDir }, fail)).rejects.toMatchObject({
      code: "data_too_new",
      message: expect.stringContaining("of the delivery engine"),
    });
    change("DELETE FROM webhook_migrations WHERE version = 999");
    await (await openStorage({ dataDir }, fail)).close();
  });

  it("does not decrypt secrets with the key of another folder", async () => {
    const [dataDir, other] = [await newFolder(), await newFolder()];
    const first = await openStorage({ dataDir }, fail);
    await createSettings(first.database, first.secretBox).put("word", "sesame");
    await first.close();
    await (await openStorage({ dataDir: other }, fail)).close();
    await copyFile(join(other, "master.key"), join(dataDir, "master.key"));
    const second = await openStorage({ dataDir }, fail);
    await expect(createSettings(second.database, second.secretBox).get("word")).rejects.toMatchObject({
      code: "decryption_failed",
      message: expect.stringContaining("it was encrypted with another key"),
    });
    await second.close();
  });
});

describe("openStorage on PostgreSQL", () => {
  const newFolder = setUpFolders();

  it("reports that no database responds", async () => {
    const dataDir = await newFolder();
    const databaseUrl = "postgres://nobody@127.0.0.1:1/nothing";
    await expect(openStorage({ dataDir, databaseUrl }, fail)).rejects.toMatchObject({
      code: "database_unreachable",
      message: expect.stringMatching(/^the database cannot be used: .*ECONNREFUSED/),
    });
  });
});
