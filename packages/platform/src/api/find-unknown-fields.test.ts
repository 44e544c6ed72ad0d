import { describe, expect, it } from "vitest";
import * as z from "zod";
import * as routes from "@plugboard/api/routes";
import { administrator, setUpApi } from "../fixtures/set-up-api.fixture.ts";
import { findUnknownFields } from "./find-unknown-fields.ts";

const schema = z
  .object({
    title: z.string(),
    spaceId: z.string().optional(),
    labels: z.array(z.object({ name: z.string() })).optional(),
    settings: z.record(z.string(), z.unknown()).optional(),
    rules: z.record(z.string(), z.object({ limit: z.number() })).optional(),
    free: z.looseObject({ id: z.string() }).exactOptional(),
    either: z.union([z.object({ a: z.string() }), z.object({ b: z.string(), c: z.string() })]).nullable(),
    login: z
      .discriminatedUnion("type", [
        z.object({ type: z.literal("basic"), username: z.string() }),
        z.object({ type: z.literal("oauth2"), clientId: z.string() }),
      ])
      .optional(),
    piped: z
      .object({ a: z.string() })
      .transform(({ a }) => a)
      .optional(),
    tree: z.lazy(() => treeSchema).optional(),
  })
  .superRefine(() => {});
const treeSchema: z.ZodType = z.lazy(() => z.object({ children: z.array(treeSchema).optional() }));
const known = "the known ones are title, spaceId, labels, settings, rules, free, either, login, piped, tree";

describe("unknown fields", () => {
  it.each([
    [{ titles: "a" }, "titles: is not a known field (did you mean title?)"],
    [{ title: "a", space_id: "a" }, "space_id: is not a known field (did you mean spaceId?)"],
    [{ projectId: "a" }, "projectId: is not a known field (did you mean spaceId?)"],
    [{ project: "a" }, `project: is not a known field (${known})`],
    [{ labels: [{ name: "a" }, { nmae: "b" }] }, "labels.1.nmae: is not a known field (did you mean name?)"],
    [{ rules: { a: { limits: 1 } } }, "rules.a.limits: is not a known field (did you mean limit?)"],
    [{ either: { b: "", d: "" } }, "either.d: is not a known field (the known ones are b, c)"],
    // The basic option has fewer unknown fields.
    [
      { login: { type: "oauth2", username: "a", scope: "b" } },
      "login.username: is not a known field (the known ones are type, clientId)",
    ],
    [{ piped: { a: "", b: "" } }, "piped.b: is not a known field (the known ones are a)"],
    [
      { tree: { children: [{ b: "" }] } },
      "tree.children.0.b: is not a known field (the known ones are children)",
    ],
    [JSON.parse('{ "__proto__": {} }'), `__proto__: is not a known field (${known})`],
    [{ constructor: {} }, `constructor: is not a known field (${known})`],
  ])("are named in %j", (value, text) => {
    expect(findUnknownFields(schema, value).map(({ path, message }) => `${path}: ${message}`)).toContain(
      text,
    );
  });

  it.each([
    {},
    null,
    "text",
    { title: "a", settings: { anything: { at: "all" } }, free: { id: "a", more: 1 } },
    { either: { b: "", c: "" } },
    { either: null, labels: [] },
    { login: { type: "oauth2", clientId: "a" }, piped: { a: "" }, tree: { children: [{}] } },
    { login: { type: "none", clientId: "a" } },
    // The schema refuses these as values of the wrong type.
    [{ title: "a" }],
    { title: "a", labels: { name: "a" }, settings: [{ a: 1 }], free: [] },
    { rules: [{ limits: 1 }] },
  ])("are not in %j", (value) => {
    expect(findUnknownFields(schema, value)).toEqual([]);
  });

  it("are all fields without a schema", () => {
    expect(findUnknownFields(undefined, { limit: "1" })).toEqual([
      { path: "limit", message: "is not a known field (there are none)" },
    ]);
  });

  it("are described up to a limit", () => {
    const value = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field-${index}`, 1]));
    expect(findUnknownFields(schema, value)).toHaveLength(20);
  });
});

describe("a request with unknown fields", () => {
  const { call, createContent, publish, succeed } = setUpApi("SQLite");

  it("is refused", async () => {
    const { organizationId: organization } = await createContent();
    const { name: integration } = await publish(organization, "scopes: []");
    const body = { organization };
    const params = { integration };
    const { id } = await succeed(administrator, routes.installIntegration, { params, body });
    const refusal = async (
      route: Parameters<typeof call>[1],
      sent: Parameters<typeof call>[2],
    ): Promise<unknown> => {
      const { status, body: problem } = await call(administrator, route, {
        params: { installationId: String(id), integration },
        ...sent,
      });
      const problems: unknown = Object(problem).problems;
      return [status, problems];
    };
    const unknown = (path: string, message: string) => [
      400,
      [{ path, message: `is not a known field (${message})` }],
    ];
    const endpoint = { url: "https://hooks.example/in", eventTypes: ["site_view"] };
    expect(
      await refusal(routes.createWebhookEndpoint, { body: { ...endpoint, projectId: "prj_1" } }),
    ).toEqual(unknown("projectId", "did you mean spaceId or siteId?"));
    expect(await refusal(routes.createWebhookEndpoint, { body: { ...endpoint, channel: ["eu"] } })).toEqual(
      unknown("channel", "did you mean channels?"),
    );
    expect(await refusal(routes.listInstallations, { query: { Organization: organization } })).toEqual(
      unknown("Organization", "did you mean organization?"),
    );
    expect(await refusal(routes.getInstallation, { query: { limit: "1" } })).toEqual(
      unknown("limit", "there are none"),
    );
    const { items } = await succeed(administrator, routes.listWebhookEndpoints, {
      params: { installationId: String(id) },
    });
    expect(items).toEqual([]);
    const free = { params: { installationId: String(id) }, body: { configuration: { any: { name: 1 } } } };
    expect((await call(administrator, routes.updateInstallation, free)).text).not.toContain("known field");
  });
});
