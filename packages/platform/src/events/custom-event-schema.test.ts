import { describe, expect, it } from "vitest";
import { checkDataDescription, createDataCheck } from "./custom-event-schema.ts";

describe("the data of custom events", () => {
  const schema = { type: "object", properties: { cents: { type: "integer" } } };

  it.each([
    ["example", { schema, example: { cents: "1" } }],
    ["schema", { schema: { type: "object", properties: { cents: { pattern: "x" } } } }],
    ["schema", { schema: { $ref: 7 } }],
    ["schema", { schema: { ...schema, examples: [{ cents: 1 }, { cents: "1" }] } }],
    ["schema", { schema: { examples: ["text"] } }],
  ])("rejects a definition with an invalid %s", (path, description) => {
    expect(() => checkDataDescription("invoice.paid", description)).toThrow(
      expect.objectContaining({ code: "invalid_request", problems: [expect.objectContaining({ path })] }),
    );
  });

  it("accepts an example without a schema, and a schema without an example", () => {
    const examples = [{ cents: 1 }, {}];
    for (const description of [
      { example: { any: ["thing"] } },
      { schema },
      { schema: { ...schema, examples } },
    ])
      expect(() => checkDataDescription("invoice.paid", description)).not.toThrow();
  });

  it("reports where data doesn't match", async () => {
    const check = createDataCheck();
    expect(await check(JSON.stringify(schema), { cents: 1 })).toBeUndefined();
    expect(await check(JSON.stringify(schema), { cents: "1" })).toContain("#/cents");
  });

  const costly = JSON.stringify({
    additionalProperties: { enum: Array.from({ length: 1500 }, (_, at) => at) },
  });
  const data = (length: number) => Object.fromEntries(Array.from({ length }, (_, at) => [`k${at}`, at]));

  it("rejects data that is expensive to check, in one event or in many", async () => {
    const check = createDataCheck();
    expect(await check(costly, data(1000))).toContain("too large to check");
    const checks = await Promise.all(Array.from({ length: 60 }, () => check(costly, data(180))));
    expect(checks.filter((each) => each === undefined)).toHaveLength(36);
    expect(checks.at(-1)).toContain("split the events into several requests");
  });
});
