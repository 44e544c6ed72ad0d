import { operationsOf } from "@plugboard/api/contract";
import { createOpenApiDocument } from "@plugboard/api/openapi";
import { getDestinationTypes } from "@plugboard/api/routes";
import { contentContract } from "@plugboard/content/contract";
import { expect, it } from "vitest";
import * as z from "zod";
import { setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

const { call, server, succeed } = setUpServer();
const destinationsSchema = z.object({ types: z.array(z.any()) });

it("serves the OpenAPI document of the contract without authentication", async () => {
  const { status, body } = await call("GET", "/v1/openapi.json", { token: null });
  const serverUrl = `${server().urls.console}/v1`;
  const { types } = destinationsSchema.parse(await succeed(getDestinationTypes));
  const expected = createOpenApiDocument({
    title: "Plugboard",
    version: "1",
    serverUrl,
    operations: operationsOf(contentContract),
    events: contentContract.events,
    destinations: types,
  });
  expect(expected.components.schemas).toHaveProperty("SqsEndpointDestination");
  expect([status, body]).toEqual([200, JSON.parse(JSON.stringify(expected))]);
});
