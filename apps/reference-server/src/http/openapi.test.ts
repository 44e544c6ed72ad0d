import { readFile } from "node:fs/promises";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { setUpServer } from "../fixtures/set-up-server.fixture.ts";

const documentSchema = z.looseObject({
  openapi: z.string(),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        summary: z.string().min(1),
        tags: z.array(z.string()).min(1),
        security: z.array(z.unknown()).min(1),
        parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).optional(),
        requestBody: z.unknown().optional(),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
});

/** The calls that the client's typed contract names, read from its source: a type has no values to ask. */
async function readClientCalls(): Promise<string[]> {
  const source = await readFile(
    new URL("../../../../packages/api/src/client/api-paths.ts", import.meta.url),
    "utf8",
  );
  const [, contract = ""] = source.split("export interface ApiPaths {");
  let path = "";
  const calls: string[] = [];
  for (const [, named, method] of contract.matchAll(
    /readonly "([^"]+)": \{|readonly (GET|POST|PUT|PATCH|DELETE):/g,
  )) {
    if (named !== undefined) path = named;
    else calls.push(`${method} /v1${path}`);
  }
  return calls;
}

describe("the OpenAPI document", () => {
  const { call } = setUpServer();
  const read = async () => {
    const { body } = await call("GET", "/v1/openapi.json", { token: null });
    return documentSchema.parse(body);
  };
  const callsOf = ({ paths }: z.infer<typeof documentSchema>): string[] =>
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );

  it("is valid", async () => {
    const checked = await new Validator().validate(await read());
    expect(checked.errors).toBeUndefined();
    expect(checked.valid).toBe(true);
  });

  it("has every call of the client's contract", async () => {
    const expected = await readClientCalls();
    expect(expected.length).toBeGreaterThanOrEqual(30);
    expect(callsOf(await read())).toEqual(expect.arrayContaining(expected));
  });

  it("names every parameter of a path, and the answers for success and failure", async () => {
    const { paths } = await read();
    for (const [path, operations] of Object.entries(paths)) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
      for (const { parameters = [], responses } of Object.values(operations)) {
        const inPath = parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name);
        expect(inPath.toSorted()).toEqual(named.toSorted());
        expect(Object.keys(responses)).toEqual([expect.stringMatching(/^20[0-4]$/), "default"]);
      }
    }
  });

  it("describes the server's calls as it is", async () => {
    expect(callsOf(await read()).toSorted()).toMatchSnapshot();
  });
});
