import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import { createOpenApiDocument, type OpenApiDocument } from "./create-openapi-document.ts";
import type { AnyOperation } from "./operation.ts";
import { operations } from "./operations.ts";

const document = createOpenApiDocument({
  title: "Acme",
  version: "1",
  serverUrl: "https://docs.acme.dev/v1",
});

/** Returns the linter's findings, with rule and location. */
async function lint(linted: OpenApiDocument): Promise<string[]> {
  const config = await createConfig({ extends: ["recommended-strict"], rules: { "info-license": "off" } });
  const found = await lintFromString({ source: JSON.stringify(linted), config });
  return found.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer ?? ""}`);
}

describe("the OpenAPI document", () => {
  it("is valid", async () => {
    const checked = await new Validator().validate({ ...document });
    expect(checked.errors).toBeUndefined();
    expect(checked.valid).toBe(true);
  });

  it("has no linter findings", async () => {
    expect(await lint(document)).toEqual([]);
  });

  it("is actually linted: an operation without an ID is reported", async () => {
    const broken = structuredClone(document);
    Reflect.deleteProperty(broken.paths["/installations"]?.["get"] ?? {}, "operationId");
    expect(await lint(broken)).toEqual([expect.stringMatching(/^operation-operationId /)]);
  });

  it("has every operation of the table, with its parameters and all statuses", () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${String(operationId)}`,
      ),
    );
    const table: readonly AnyOperation[] = Object.values(operations);
    const expected = table.map(({ id, method, path }) => `${method} ${path} ${id}`);
    expect(described.toSorted()).toEqual(expected.toSorted());
  });

  it("marks exactly the required fields as required", () => {
    const { rotateWebhookEndpointSecret, createWebhookEndpoint } = operations;
    const bodyOf = ({ path }: AnyOperation) => document.paths[path]?.["post"]?.["requestBody"];
    expect(bodyOf(createWebhookEndpoint)).toMatchObject({ required: true });
    expect(bodyOf(rotateWebhookEndpointSecret)).not.toHaveProperty("required");
    expect(document.components.schemas["WebhookEndpointCreation"]).toMatchObject({
      required: ["eventTypes"],
    });
    expect(document.components.schemas["WebhookEndpointUpdate"]).not.toHaveProperty("required");
    expect(document.paths[operations.listInstallations.path]?.["get"]?.["parameters"]).toEqual([
      expect.not.objectContaining({ required: true }),
      expect.not.objectContaining({ required: true }),
      expect.not.objectContaining({ required: true }),
    ]);
  });
});
