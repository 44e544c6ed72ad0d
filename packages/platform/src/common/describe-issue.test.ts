import { expect, it } from "vitest";
import * as z from "zod";
import { describeIssue } from "./describe-issue.ts";

const schema = z.object({
  title: z.string().min(1).max(200),
  note: z.string().min(3),
  count: z.int().min(1).max(10_000),
  share: z.number().gt(0),
  tags: z.array(z.string()).min(1).max(2),
  email: z.email(),
  link: z.url(),
  until: z.iso.datetime(),
  role: z.enum(["owner", "reader"]),
  kind: z.literal("site"),
  code: z.string().max(3, "must be short"),
});

const valid = {
  title: "a",
  note: "abc",
  count: 1,
  share: 1,
  tags: ["a"],
  email: "ada@example.com",
  link: "https://example.com",
  until: "2026-01-15T09:30:00Z",
  role: "owner",
  kind: "site",
  code: "abc",
};

it.each([
  [{ title: undefined }, "is required"],
  [{ title: 1 }, "must be text"],
  [{ title: "" }, "must not be empty"],
  [{ title: "a".repeat(201) }, "must have at most 200 characters"],
  [{ note: "a" }, "must have at least 3 characters"],
  [{ count: null }, "must be a number"],
  [{ count: 1.5 }, "must be a whole number"],
  [{ count: 0 }, "must be at least 1"],
  [{ count: 10_001 }, "must be at most 10,000"],
  [{ share: 0 }, "must be more than 0"],
  [{ tags: [] }, "must not be empty"],
  [{ tags: ["a", "b", "c"] }, "must have at most 2 items"],
  [{ tags: "a" }, "must be a list"],
  [{ email: "ada" }, "must be an email address, such as ada@example.com"],
  [{ link: "example" }, "must be a URL, such as https://example.com"],
  [{ until: "soon" }, "must be a time, such as 2026-01-15T09:30:00Z"],
  [{ role: "king" }, "must be one of owner, reader"],
  [{ kind: "space" }, "must be site"],
  [{ code: "abcd" }, "must be short"],
])("describes %j in words for a form", (change, message) => {
  const { error } = schema.safeParse({ ...valid, ...change }, { error: describeIssue });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

it.each([
  [true, "must be text, or must be a number"],
  [{ kind: "page" }, "must be one of space, site"],
])("names the alternatives for %j", (value, message) => {
  const spaceOrSite = z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("space") }),
    z.object({ kind: z.literal("site") }),
  ]);
  const union = typeof value === "object" ? spaceOrSite : z.union([z.string(), z.number()]);
  const { error } = union.safeParse(value, { error: describeIssue });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

it("names unknown fields", () => {
  const { error } = z.strictObject({}).safeParse({ color: "red" }, { error: describeIssue });
  expect(error?.issues[0]?.message).toBe("has unknown fields: color");
});
