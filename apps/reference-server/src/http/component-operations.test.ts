import { createIntegration } from "@plugboard/runtime";
import { describe, expect, it } from "vitest";
import { setUpServer } from "../fixtures/set-up-server.fixture.ts";

const integration = createIntegration({
  components: [
    {
      componentId: "counter",
      render: async ({ props, action }, { environment }) => ({
        type: "element",
        state: { count: 1 },
        props: { ...props, space: environment.spaceInstallation?.space, action: action?.action },
        element: { type: "block", children: [] },
      }),
    },
  ],
});

describe("rendering a component", () => {
  const { call, publish, install, seeded, succeed } = setUpServer();

  it("gives the integration's own answer, and refuses a component that it does not have", async () => {
    await publish("rendered", integration);
    const id = await install("rendered");
    const { space } = seeded();
    await succeed("PUT", `/v1/installations/${id}/spaces/${space}`);
    const render = (componentId: string) =>
      call("POST", `/v1/installations/${id}/components/${componentId}/render`, {
        body: {
          props: { text: "a" },
          action: { action: "add" },
          context: { type: "document", theme: "dark", spaceId: space },
        },
      });
    expect(await render("counter")).toMatchObject({
      status: 200,
      body: { type: "element", props: { text: "a", space, action: "add" } },
    });
    expect(await render("nothing")).toMatchObject({
      status: 404,
      body: { error: { code: "not_found", message: "rendered has no component nothing." } },
    });
  });
});
