import { expect, it } from "vitest";
import { httpUrlProblem, isHttpUrl } from "../vocabulary/http-url.ts";
import { httpUrlSchema } from "./http-url-schema.ts";

it.each([
  ["https://hooks.example/in", true],
  ["HTTP://hooks.example", true],
  ["https:hooks.example", false],
  ["https:/hooks.example", false],
  ["localhost:4545", false],
  ["ftp://hooks.example", false],
  ["hooks", false],
  ["https://", false],
])("treats %s alike in requests and in forms", (text, isValid) => {
  const { error } = httpUrlSchema.safeParse(text);
  expect(error?.issues.map(({ message }) => message)).toEqual(isValid ? undefined : [httpUrlProblem]);
  expect(isHttpUrl(text)).toBe(isValid);
});
