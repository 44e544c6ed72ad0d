import { describe, expect, it } from "vitest";
import { sign } from "@plugboard/webhook-signer";
import type { IntegrationDefinition } from "./integration-definition.ts";
import { call } from "../../test/fixtures/call.fixture.ts";
import { exampleSecret } from "../../test/fixtures/signed-request.fixture.ts";

describe("the description", () => {
  const describeRequest = async (secret = exampleSecret) =>
    new Request("https://integration.example/base/v1", {
      headers: { "x-service-signature": await sign({ secret, body: "" }) },
    });

  it("says what is handled", async () => {
    const definition: IntegrationDefinition = {
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
      siteRequests: ["fetch_published_script"],
      manifestHash: "sha256-abc",
    });
  });

  it("names ui_render once where a component and a handler are for it", async () => {
    const definition: IntegrationDefinition = {
      components: [{ componentId: "counter", render: async () => ({ type: "complete" }) }],
      events: { ui_render: () => undefined, space_view: () => undefined },
    };
    const result = await call(definition, describeRequest());
    expect(JSON.parse(result.body)).toMatchObject({ events: ["ui_render", "space_view"] });
  });

  it("names ui_render where a component is for it and its list of handlers is empty", async () => {
    const definition: IntegrationDefinition = {
      components: [{ componentId: "counter", render: async () => ({ type: "complete" }) }],
      events: { ui_render: [] },
    };
    const result = await call(definition, describeRequest());
    expect(JSON.parse(result.body)).toMatchObject({ events: ["ui_render"] });
  });

  it("of an integration that handles nothing is empty", async () => {
    const result = await call({}, describeRequest());
    expect(JSON.parse(result.body)).toEqual({ events: [], components: [], fetch: false, siteRequests: [] });
  });

  it("is for the platform only", async () => {
    expect(await call({}, describeRequest("whsec_other"))).toMatchObject({ status: 401 });
  });
});
