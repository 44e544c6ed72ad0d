import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { openPostgresStorage } from "../postgres.ts";
import { createSecretBox } from "../database/secret-box.ts";
import { createRunner } from "../dispatch/create-runner.ts";
import { openSqliteStorage } from "../sqlite.ts";
import { createPlatform } from "./create-platform.ts";

const secretBox = createSecretBox(randomBytes(32));

// Callers without types can pass anything.
test.each<[string, (options: never) => unknown, unknown, string]>([
  ["createPlatform", createPlatform, undefined, "openSqliteStorage"],
  ["createPlatform", createPlatform, "file.db", "openSqliteStorage"],
  ["createPlatform", createPlatform, { secretBox }, "openSqliteStorage"],
  ["openSqliteStorage", openSqliteStorage, undefined, "folder"],
  ["openSqliteStorage", openSqliteStorage, "file.db", "folder"],
  ["openSqliteStorage", openSqliteStorage, { folder: ":memory:" }, "secretBox"],
  ["openPostgresStorage", openPostgresStorage, "postgres://localhost/app", "connectionString"],
  ["openPostgresStorage", openPostgresStorage, { connectionString: "postgres://localhost/app" }, "secretBox"],
  ["createRunner", createRunner, undefined, "urls"],
  ["createRunner", createRunner, {}, "createUrlRunner"],
])("%s names the missing option, given %o", async (name, open, options, missing) => {
  await expect((async () => await open(options as never))()).rejects.toMatchObject({
    code: "invalid_definition",
    message: expect.stringMatching(`${name}.*${missing}`),
  });
});
