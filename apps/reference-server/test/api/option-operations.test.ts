import { listPropertyOptions } from "@plugboard/api/routes";
import { createSpaceInstallation } from "@plugboard/content/routes";
import { createIntegration } from "@plugboard/content/integration";
import { describe, expect, it } from "vitest";
import { setUpServer, pathOf } from "../../src/fixtures/set-up-server.fixture.ts";

const property = (name: string, path: string) =>
  `      ${name}: { type: string, title: T, description: D., completion_url: ${path} }`;
const settings = `scopes: []
configurations:
  account:
    properties:
${property("channel", "/channels")}
${property("broken", "/broken")}
${property("no_list", "/no-list")}
${property("no_json", "/no-json")}
${property("endless", "/endless")}
      plain: { type: string, title: T, description: D. }
      connection: { type: button, title: T, description: D., button_text: Go, callback_url: /oauth }
  space:
    properties:
${property("page", "/pages?kind=all")}`;

const responses: Readonly<Record<string, () => Response>> = {
  "/broken": () => new Response("", { status: 500 }),
  "/no-list": () => Response.json({ options: [] }),
  "/no-json": () => new Response("<p>hello</p>"),
  "/endless": () => Response.json(Array.from({ length: 1001 }, () => ({ label: "x", value: "x" }))),
};
const integration = createIntegration({
  fetch: (request, { environment }) => {
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.slice(pathname.lastIndexOf("/"));
    const query = searchParams.get("query") ?? "nothing typed";
    const seen = [request.method, query, searchParams.get("kind"), environment.spaceInstallation?.space];
    return responses[path]?.() ?? Response.json([{ label: seen.join(), value: "1", extra: "left out" }]);
  },
});

describe("options of a setting", () => {
  const { call, succeed, publish, install, seeded } = setUpServer();
  let installed: Promise<string> | undefined;
  const path = async (rest: string): Promise<string> => {
    installed ??= (async () => {
      await publish("choices", integration, settings);
      return await install("choices");
    })();
    const [property, query = ""] = rest.split("?");
    const params = { installationId: await installed, property };
    return `${pathOf(listPropertyOptions, { params })}?${query}`;
  };

  it("come from the integration with the typed text and are not cacheable", async () => {
    const { status, headers, body } = await call("GET", await path("channel?query=do%26cs"));
    expect([status, body]).toEqual([200, { items: [{ label: "GET,do&cs,,", value: "1" }] }]);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(await succeed("GET", await path("channel"))).toEqual({
      items: [{ label: "GET,nothing typed,,", value: "1" }],
    });
  });

  it("of a space are requested with the space installation", async () => {
    const { space } = seeded();
    const inSpace = await path(`page?query=a&spaceId=${space}`);
    expect(await call("GET", inSpace)).toMatchObject({
      status: 400,
      body: { problems: [{ path: "spaceId" }] },
    });
    await succeed(createSpaceInstallation, { params: { installationId: await installed, spaceId: space } });
    expect(await succeed("GET", inSpace)).toEqual({ items: [{ label: `GET,a,all,${space}`, value: "1" }] });
    expect((await call("GET", await path("page"))).status).toBe(404);
  });

  it.each([
    ["plain", 404, "not_found"],
    ["connection", 404, "not_found"],
    ["unknown", 404, "not_found"],
    ["constructor", 404, "not_found"],
    ["broken", 502, "integration_failed"],
    ["no_list", 502, "integration_failed"],
    ["no_json", 502, "integration_failed"],
    ["endless", 502, "integration_failed"],
  ])("are not available for %s: %d %s", async (name, status, code) => {
    expect(await call("GET", await path(name))).toMatchObject({ status, body: { code } });
  });
});
