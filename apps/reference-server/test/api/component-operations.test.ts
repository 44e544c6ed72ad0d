import { deleteInstallation, renderComponent, updateInstallation } from "@plugboard/api/routes";
import { createSpaceInstallation } from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/content/integration";
import { IntegrationError } from "@plugboard/runtime";
import { describe, expect, it } from "vitest";
import { setUpServer } from "../../src/fixtures/set-up-server.fixture.ts";

const integration = createIntegration({
  components: [
    {
      componentId: "counter",
      render: async ({ props, action }, { environment }) => ({
        type: "element",
        state: { count: 1 },
        props: { ...props, space: String(environment.spaceInstallation?.["space"]), action: action?.action },
        element: { type: "block", children: [] },
      }),
    },
    {
      componentId: "refusing",
      render: async ({ props }) => {
        if (props["own"] === true) throw new IntegrationError("Connect your account first", 409);
        throw new Error("the password is hunter2");
      },
    },
  ],
});

describe("rendering a component", () => {
  const { call, publish, install, seeded, succeed } = setUpServer();

  it("returns the integration's response and rejects an unknown component", async () => {
    await publish("rendered", integration);
    const id = await install("rendered");
    const { space } = seeded();
    await succeed(createSpaceInstallation, { params: { installationId: id, spaceId: space } });
    const render = (componentId: string, props: object = { text: "a" }) =>
      call(renderComponent, {
        params: { installationId: id, componentId },
        body: {
          props,
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
      body: { code: "not_found", detail: "rendered has no component nothing." },
    });
    expect(await render("refusing", { own: true })).toMatchObject({
      status: 502,
      body: { code: "integration_failed", detail: "Connect your account first" },
    });
    expect(await render("refusing")).toMatchObject({
      body: { detail: "rendered responded with status 500 for refusing. Its log has the cause." },
    });
  });
});

describe("rendering a cacheable component", () => {
  const { call, publish, install, seeded, succeed } = setUpServer();
  const settings = `scopes: []
configurations:
  account: { properties: { title: { type: string, title: Title, description: Shown above. } } }`;
  let renderings = 0;
  const responses: unknown[] = [];
  const cached = createIntegration({
    components: ["kept", "unkept", "forbidden"].map((componentId) => ({
      componentId,
      render: async () => {
        renderings += 1;
        return {
          type: "element",
          state: {},
          props: { renderings },
          element: { type: "block", children: [] },
          ...(componentId === "kept" && { cacheControl: "max-age=3600" }),
          ...(componentId === "forbidden" && { cacheControl: "no-store, max-age=3600" }),
        };
      },
    })),
  });
  const context = { type: "document", theme: "dark" };

  /** Returns how often the integration is called if a component is rendered twice. */
  async function asked(installation: string, componentId: string, parts: object = {}): Promise<number> {
    const before = renderings;
    const params = { installationId: installation, componentId };
    const body = { props: { text: "a" }, context, ...parts };
    const [first, second] = [
      await call(renderComponent, { params, body }),
      await call(renderComponent, { params, body }),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    responses.push([first.body, second.body]);
    return renderings - before;
  }

  it("calls the integration once if the response is cacheable, and each time otherwise", async () => {
    await publish("cached", cached, settings);
    const id = await install("cached");
    expect(await asked(id, "kept")).toBe(1);
    const rendered = { type: "element", state: {}, props: { renderings: 1 } };
    const response = { ...rendered, element: { type: "block", children: [] } };
    expect(responses).toEqual([[response, response]]);
    expect(await asked(id, "kept")).toBe(0);
    expect(await asked(id, "unkept")).toBe(2);
    expect(await asked(id, "forbidden")).toBe(2);
    expect(await asked(id, "kept", { action: { action: "add" } })).toBe(2);
    expect(await asked(id, "kept")).toBe(1);
  });

  it("calls the integration again if any input of the response differs", async () => {
    await publish("changing", cached, settings);
    const id = await install("changing");
    const { space } = seeded();
    await succeed(createSpaceInstallation, { params: { installationId: id, spaceId: space } });
    expect(await asked(id, "kept")).toBe(1);
    expect(await asked(id, "kept", { props: { text: "b" } })).toBe(1);
    expect(await asked(id, "kept", { state: { open: true } })).toBe(1);
    expect(await asked(id, "kept", { context: { ...context, theme: "light" } })).toBe(1);
    expect(await asked(id, "kept", { context: { ...context, spaceId: space } })).toBe(1);
    expect(await asked(id, "kept")).toBe(0);
    await succeed(updateInstallation, {
      params: { installationId: id },
      body: { configuration: { title: "New" } },
    });
    expect(await asked(id, "kept")).toBe(1);
    await publish("changing", cached, settings);
    expect(await asked(id, "kept")).toBe(1);
    await publish("changing-too", cached, settings);
    expect(await asked(await install("changing-too"), "kept")).toBe(1);
  });

  it("returns nothing for a removed installation", async () => {
    await publish("removed", cached, settings);
    const id = await install("removed");
    expect(await asked(id, "kept")).toBe(1);
    await succeed(deleteInstallation, { params: { installationId: id } });
    const params = { installationId: id, componentId: "kept" };
    expect((await call(renderComponent, { params, body: { props: { text: "a" }, context } })).status).toBe(
      404,
    );
  });
});
