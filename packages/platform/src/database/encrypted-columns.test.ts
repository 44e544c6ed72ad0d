import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { createWebhookEndpoint } from "../endpoints/webhook-endpoints.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { content } from "../../../content/src/index.ts";
import { bindGit } from "../../../content/src/git-sync/git-bindings.ts";
import { createGitProgram } from "../../../content/src/git-sync/git-program.ts";
import { installIntegration, installIntoResource } from "../installations/install-integration.ts";
import { getShareToken } from "../integrations/share-links.ts";
import { rotateSiteSigningSecret } from "../../../content/src/sites/site-access.ts";
import { setStoredValue } from "../stored-values/change-stored-values.ts";
import { createId } from "../common/create-id.ts";
import { saveTaskCheckpoint } from "../tasks/change-task.ts";
import { startTaskRun } from "../tasks/run-task.ts";
import { createSecretBox } from "./secret-box.ts";
import { checkEncryption, reencryptAll, listEncryptedColumns } from "./encrypted-columns.ts";
import { createSettings } from "./settings.ts";

describe("encrypted columns", () => {
  it("are written only by the files reviewed for the list", async () => {
    const packages = join(import.meta.dirname, "../../..");
    const names = await Promise.all(
      ["platform/src", "content/src"].map(async (folder) =>
        (await readdir(join(packages, folder), { recursive: true })).map((name) => `${folder}/${name}`),
      ),
    );
    const sources = names.flatMap((found) =>
      found.filter((name) => /(?<!\.test|\.fixture)\.ts$/.test(name)).toSorted(),
    );
    const texts = await Promise.all(sources.map((name) => readFile(join(packages, name), "utf8")));
    const code = texts.map((text) => text.replaceAll(/^ *\*.*$/gm, ""));
    // For each new file, declare its column as `encrypted`; otherwise a key rotation loses its contents.
    expect(
      sources.filter((_name, index) => /\b(?:secretBox|box)\.encrypt\(/.test(code[index] ?? "")),
    ).toEqual([
      "platform/src/database/encrypted-columns.ts",
      "platform/src/database/settings.ts",
      "platform/src/installations/change-installation.ts",
      "platform/src/installations/install-integration.ts",
      "platform/src/integrations/share-links.ts",
      "platform/src/publishing/write-version.ts",
      "platform/src/stored-values/change-stored-values.ts",
      "platform/src/tasks/change-task.ts",
      "content/src/git-sync/git-bindings.ts",
      "content/src/sites/site-access.ts",
    ]);
  });
});

describe.each(databaseKinds)("encrypted columns on %s", (kind) => {
  const platform = setUpPlatform(kind);

  const fill = async () => {
    const context = platform.context();
    const { organizationId, spaceId, siteId } = await platform.createContent();
    const { name } = await platform.publish(organizationId);
    const { id } = await installIntegration(context, name, organizationId);
    await installIntoResource(context, id, "space", spaceId);
    await setStoredValue(context, { installationId: id }, "word", { value: "sesame" });
    const task = { id: createId("evt"), installationId: id, organizationId, type: "sync", dueAt: 0 };
    await startTaskRun(context, task, 10_000);
    for (const step of [{ name: "word", value: "sesame" }, { name: "without a result" }])
      await saveTaskCheckpoint(context, id, task.id, { run: 1, step });
    await rotateSiteSigningSecret(context, siteId);
    await getShareToken(context, name);
    await createWebhookEndpoint(context, id, {
      url: "https://hooks.example/secret",
      eventTypes: ["site_view"],
    });
    await createWebhookEndpoint(context, id, { polling: true, eventTypes: ["site_view"] });
    const repository = {
      remote: "https://git.example/a.git",
      branch: "main",
      folder: "",
      direction: "both",
    } as const;
    await bindGit(context, createGitProgram(), spaceId, { ...repository, hookSecret: "sesame" });
    await createSettings(context.db, context.secretBox).put("word", "sesame");
  };

  it("are exactly the listed ones", async () => {
    await fill();
    const { db, secretBox } = platform.storage();
    const opens = (value: unknown): boolean => {
      try {
        return typeof value === "string" && value.length >= 38 && secretBox.decrypt(value) !== undefined;
      } catch {
        return false;
      }
    };
    const found = new Set<string>();
    for (const { name, schema = "" } of await db.introspection.getTables()) {
      if (schema === "webhooks") continue;
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
      for (const row of rows)
        for (const [column, value] of Object.entries(row)) if (opens(value)) found.add(`${name}.${column}`);
    }
    expect([...found].toSorted()).toEqual(
      listEncryptedColumns(content)
        .map(({ table, column }) => `${table}.${column}`)
        .toSorted(),
    );
  });

  it("are re-encrypted with a new key, and then decrypted without the old one", async () => {
    const { db, deliveries, secretBox } = platform.storage();
    const storage = {
      database: db,
      deliveryStore: deliveries,
      requiresScope: false,
      storedProduct: content,
      close: async () => {},
    };
    const before = await checkEncryption(storage, secretBox);
    expect(before).toEqual({ encrypted: expect.any(Number), broken: [] });
    const newKey = randomBytes(32);
    const changed = createSecretBox(newKey);
    const both = { encrypt: changed.encrypt, decrypt: secretBox.decrypt };
    expect(await reencryptAll(storage, both)).toBe(before.encrypted);
    expect(await createSettings(db, changed).get("word")).toBe("sesame");
    // The engine uses the storage's secret box, which only has the old key.
    expect((await checkEncryption(storage, changed)).broken).toEqual([]);
    expect((await checkEncryption(storage, secretBox)).broken).toContain("settings.value");
  });
});
