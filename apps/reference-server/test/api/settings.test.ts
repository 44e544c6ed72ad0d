import { listAuditEntries, listSettings, updateSettings } from "@plugboard/api/routes";
import { describe, expect, it } from "vitest";
import { setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

describe("settings that are changed while the server runs", () => {
  const { call } = setUpServer();
  const change = (...settings: readonly { readonly name: string; readonly value: string | null }[]) =>
    call(updateSettings, { body: { settings } });
  const find = async (name: string): Promise<unknown> => {
    const { body } = await call(listSettings, { query: { limit: 100 } });
    const { items }: { items: readonly { readonly name: string }[] } = JSON.parse(JSON.stringify(body));
    return items.find((setting) => setting.name === name);
  };

  it("hold at once, are kept and can be taken back", async () => {
    const name = "PLUGBOARD_TASKS_PER_MINUTE";
    expect(await find(name)).toMatchObject({ value: "600", isSet: false, isChangeable: true });
    expect(await change({ name, value: "2" })).toMatchObject({
      status: 200,
      body: { items: [{ name, value: "2", isSet: true }] },
    });
    expect(await find(name)).toMatchObject({ value: "2", isSet: true });
    expect(await change({ name, value: null })).toMatchObject({ body: { items: [{ name, value: "600" }] } });
    expect(await call(listAuditEntries)).toMatchObject({
      body: {
        items: expect.arrayContaining([
          expect.objectContaining({
            operation: "updateSettings",
            request: { settings: [{ name, value: "2" }] },
          }),
        ]),
      },
    });
  });

  it("are refused, all of them, where one cannot be changed or not to that", async () => {
    const name = "PLUGBOARD_KEEP_DELIVERED";
    for (const [other, message] of [
      [{ name: "PORT", value: "80" }, "PORT is not changed while the server runs"],
      [{ name: "PLUGBOARD_ADMIN_TOKEN", value: "a-token-of-sixteen" }, "is not changed while"],
      [{ name: "PLUGBOARD_KEEP_FAILED", value: "1s" }, "must be a time from 1h to 3650d"],
      [{ name: "__proto__", value: "1" }, "is not changed while"],
    ] as const) {
      expect(await change({ name, value: "7d" }, other)).toMatchObject({
        status: 400,
        body: { code: "invalid_request", detail: expect.stringContaining(message) },
      });
      expect(await find(name)).toMatchObject({ value: "30d", isSet: false });
    }
  });
});
