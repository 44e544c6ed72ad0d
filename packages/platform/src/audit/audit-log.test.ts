import { describe, expect, it } from "vitest";
import { PlatformError } from "../common/platform-error.ts";
import { databaseKinds } from "../fixtures/set-up-storage.fixture.ts";
import { setUpPlatform } from "../fixtures/set-up-platform.fixture.ts";
import { auditAttempt } from "./audit-log.ts";

describe.each(databaseKinds)("attempts in the audit log on %s", (kind) => {
  const platform = setUpPlatform(kind);
  const attempt = (operation: string, changesData: boolean, work: () => Promise<unknown>) =>
    auditAttempt(
      platform.context(),
      {
        caller: { type: "admin" },
        organizationId: undefined,
        address: undefined,
        operation,
        resource: {},
        request: undefined,
        before: undefined,
      },
      changesData,
      work,
    );
  const entriesOf = async (operation: string) => {
    const rows = await platform
      .context()
      .db.selectFrom("audit_entries")
      .select("after")
      .where("operation", "=", operation)
      .execute();
    return rows.map(({ after }) => (after === null ? null : JSON.parse(after).outcome));
  };

  it("are written before work that can change data, and get its outcome", async () => {
    await attempt("write", true, async () => expect(await entriesOf("write")).toEqual([null]));
    expect(await entriesOf("write")).toEqual(["succeeded"]);
  });

  it("are written once after work that only reads", async () => {
    await attempt("read", false, async () => expect(await entriesOf("read")).toEqual([]));
    expect(await entriesOf("read")).toEqual(["succeeded"]);
  });

  it.each([true, false])("name the error of work that fails (changes data: %s)", async (changesData) => {
    const operation = `fail ${changesData}`;
    const work = async () => {
      throw new PlatformError("forbidden", "No.");
    };
    await expect(attempt(operation, changesData, work)).rejects.toThrow("No.");
    expect(await entriesOf(operation)).toEqual(["forbidden"]);
  });
});
