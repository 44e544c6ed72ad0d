import { describe, expect, it } from "vitest";
import { sign } from "@plugboard/webhook-signer";
import type { IntegrationDefinition } from "./integration-definition.ts";
import { call } from "../../test/fixtures/call.fixture.ts";
import type { ProductTypes } from "../../test/fixtures/example-events.fixture.ts";
import { exampleSecret } from "../../test/fixtures/signed-request.fixture.ts";

describe("the description", () => {
  const describeRequest = async (secret = exampleSecret) =>
    new Request("https://integration.example/base/v1", {
      headers: { "x-service-signature": await sign({ secret, body: "" }) },
    });

  it("lists the handled events", async () => {
    const definition: IntegrationDefinition<ProductTypes> = {
      fetch: () => new Response(),
      fetch_published_script: () => new Response(),
      components: [{ componentId: "counter", render: async () => ({ type: "complete" }) }],
      events: { space_view: () => undefined, installation_setup: [] },
      task: () => undefined,
      manifestHash: "sha256-abc",
    };
    const result = await call(definition, describeRequest());
    expect(JSON.parse(result.body)).toEqual({
      events: ["space_view", "task", "ui_render"],
      components: ["counter"],
      fetch: true,
      requests: ["fetch_published_script"],
      manifestHash: "sha256-abc",
    });
  });

  it("lists ui_render once for a component and a handler", async () => {
    const definition: IntegrationDefinition<ProductTypes> = {
      components: [{ componentId: "counter", render: async () => ({ type: "complete" }) }],
      events: { ui_render: () => undefined, space_view: () => undefined },
    };
    const result = await call(definition, describeRequest());
    expect(JSON.parse(result.body)).toMatchObject({ events: ["ui_render", "space_view"] });
  });

  it("lists ui_render for a component with an empty list of handlers", async () => {
    const definition: IntegrationDefinition<ProductTypes> = {
      components: [{ componentId: "counter", render: async () => ({ type: "complete" }) }],
      events: { ui_render: [] },
    };
    const result = await call(definition, describeRequest());
    expect(JSON.parse(result.body)).toMatchObject({ events: ["ui_render"] });
  });

  it("is empty for an integration without handlers", async () => {
    const result = await call({}, describeRequest());
    expect(JSON.parse(result.body)).toEqual({ events: [], components: [], fetch: false, requests: [] });
  });

  it("requires a signature of the platform", async () => {
    expect(await call({}, describeRequest("whsec_other"))).toMatchObject({ status: 401 });
  });
});
