import { limits } from "@plugboard/api/contract";
import { expect, it } from "vitest";
import { readJson } from "./json.ts";

const encode = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));

it("reads an integration's JSON up to the limits of the contract", () => {
  expect(readJson(encode({ text: '",[{\\' }))).toEqual({ text: '",[{\\' });
  expect(readJson(encode("x".repeat(limits.responseJsonBytes - 2)))).toHaveLength(
    limits.responseJsonBytes - 2,
  );
  expect(readJson(encode("x".repeat(limits.responseJsonBytes - 1)))).toBeUndefined();
  expect(readJson(encode(Array(limits.jsonValues - 1).fill(0)))).toHaveLength(limits.jsonValues - 1);
  expect(readJson(encode(Array(limits.jsonValues + 1).fill(0)))).toBeUndefined();
  expect(readJson(new TextEncoder().encode("name: yaml"))).toBeUndefined();
});
