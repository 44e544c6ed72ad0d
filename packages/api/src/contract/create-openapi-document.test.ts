import { createConfig, lintFromString } from "@redocly/openapi-core";
import { Validator } from "@seriousme/openapi-schema-validator";
import { describe, expect, it } from "vitest";
import * as z from "zod";
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

  it("has the fields of each destination, so that generated clients know them", async () => {
    const fields = [
      { name: "topic", label: "Topic", isSecret: false, isRequired: true },
      { name: "group", label: "Group", hint: "Defaults to none.", isSecret: false, isRequired: false },
      { name: "token", label: "Token", isSecret: true, isRequired: true },
    ];
    const url = { label: "Address", example: "queues://example.com" };
    const described = createOpenApiDocument({
      title: "Acme",
      version: "1",
      serverUrl: "https://docs.acme.dev/v1",
      destinations: [
        { type: "cloud-queue", name: "Cloud Queue", url, fields },
        { type: "log", name: "Log", url, fields: [] },
      ],
    });
    const value = { type: "string", maxLength: 4096 };
    expect(described.components.schemas).toMatchObject({
      EndpointDestination: {
        description: expect.stringContaining("A system other than HTTP"),
        oneOf: [
          { $ref: "#/components/schemas/CloudQueueEndpointDestination" },
          { $ref: "#/components/schemas/LogEndpointDestination" },
        ],
        discriminator: {
          propertyName: "type",
          mapping: {
            "cloud-queue": "#/components/schemas/CloudQueueEndpointDestination",
            log: "#/components/schemas/LogEndpointDestination",
          },
        },
      },
      CloudQueueEndpointDestination: {
        required: ["type", "settings", "secrets"],
        properties: {
          type: { const: "cloud-queue" },
          settings: {
            required: ["topic"],
            properties: {
              topic: { ...value, minLength: 1, description: "Topic" },
              group: { ...value, description: "Group. Defaults to none." },
            },
          },
          secrets: { required: ["token"], properties: { token: { ...value, minLength: 1 } } },
        },
      },
    });
    expect((await new Validator().validate({ ...described })).errors).toBeUndefined();
    expect(await lint(described)).toEqual([]);
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

  it("describes the webhooks of a product's events", async () => {
    const fields = z.object({ issueId: z.string() });
    const withEvents = createOpenApiDocument({
      title: "Acme",
      version: "1",
      serverUrl: "https://docs.acme.dev/v1",
      events: {
        issue_opened: { summary: "An issue was opened", on: "project", version: "2", fields },
        issue_viewed: { summary: "An issue was viewed", on: "project", webhook: false, fields },
      },
    });
    expect(withEvents.webhooks).toEqual({
      issue_opened: {
        post: expect.objectContaining({
          summary: "An issue was opened",
          description: expect.stringContaining("Version 2 of the body."),
          requestBody: {
            required: true,
            content: { "application/json": { schema: { $ref: "#/components/schemas/IssueOpenedEvent" } } },
          },
        }),
      },
    });
    expect(withEvents.components.schemas["IssueOpenedEvent"]).toMatchObject({
      required: ["eventId", "installationId", "type", "projectId", "issueId"],
    });
    expect(await lint(withEvents)).toEqual([]);
    expect(document.webhooks).toEqual({});
  });
});
