import { expect, it } from "vitest";
import { readSettings } from "./read-settings.ts";

const key = Buffer.alloc(32, 7);

it.each([
  [{ PORT: "abc" }, "PORT must be a number from 0 to 65535."],
  [{ PORT: "65536" }, "PORT must be a number from 0 to 65535."],
  [{ DATA_DIR: "data" }, "Set TRACKER_KEY to 32 bytes in base64"],
  [{ DATABASE_URL: "postgres://localhost/tracker" }, "Set TRACKER_KEY to 32 bytes in base64"],
  [{ TRACKER_KEY: "AAAA" }, "Set TRACKER_KEY to 32 bytes in base64"],
])("says which setting is wrong: %o", (env, message) => {
  expect(readSettings(env)).toContain(message);
});

it("needs a key only for data that is kept", () => {
  expect(readSettings({})).toMatchObject({ port: 4700, key: { length: 32 } });
  const kept = { PORT: "0", DATA_DIR: "data", TRACKER_KEY: key.toString("base64") };
  expect(readSettings(kept)).toEqual({ port: 0, key, databaseUrl: undefined, dataDir: "data" });
});
