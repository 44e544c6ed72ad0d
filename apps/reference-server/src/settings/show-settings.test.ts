import { describe, expect, it } from "vitest";
import { showSettings } from "./show-settings.ts";

describe("showSettings", () => {
  it("shows set values and defaults, but no secrets", () => {
    const env = { PORT: "8080", HOST: "", PLUGBOARD_ADMIN_TOKEN: "a-token-of-sixteen" };
    const shown = showSettings(env);
    const byName = new Map(shown.map((setting) => [setting.name, setting]));
    expect(byName.get("PORT")).toMatchObject({ value: "8080", isSet: true, isSecret: false });
    expect(byName.get("HOST")).toMatchObject({ value: "127.0.0.1", isSet: false });
    expect(byName.get("DATABASE_URL")).toMatchObject({ value: undefined, isSet: false, isSecret: true });
    expect(byName.get("PLUGBOARD_ADMIN_TOKEN")).toMatchObject({ isSet: true, isSecret: true });
    expect(JSON.stringify(shown)).not.toContain("a-token-of-sixteen");
  });
});
