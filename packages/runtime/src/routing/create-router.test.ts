import type { Environment } from "@plugboard/api";
import { describe, expect, it } from "vitest";
import { createIntegration } from "../integration/create-integration.ts";
import { encodeEnvelope } from "../envelope.ts";
import { exampleEnvironment } from "../../test/fixtures/example-environment.fixture.ts";
import { fetchEvent } from "../../test/fixtures/example-events.fixture.ts";
import { allowUnsignedRequests } from "../integration/integration-definition.ts";
import { completionResponse } from "./completion-response.ts";
import { createRouter, pathBelowEndpoint } from "./create-router.ts";

const integration = createIntegration({
  fetch: createRouter({
    "/": () => new Response("root"),
    "/oauth": (request) => new Response(`oauth ${request.method}`),
    "/channels": { GET: () => completionResponse([{ label: "Docs", value: "C1" }]) },
    "/hook": { POST: async (request) => new Response(await request.text()), PUT: () => new Response("put") },
  }),
  [allowUnsignedRequests]: true,
});

async function call(path: string, method = "GET"): Promise<Response> {
  const url = `https://sites.example/integrations/ins_1${path}`;
  const { contentType, body } = encodeEnvelope({
    event: fetchEvent({ url, method }),
    environment: exampleEnvironment,
    fetchBody: new TextEncoder().encode("payload"),
  });
  const headers = { "content-type": contentType };
  return await integration.fetch(
    new Request("https://integration.example/v1", { method: "POST", headers, body }),
  );
}

describe("createRouter", () => {
  it.each([
    ["", "GET", 200, "root"],
    ["/", "GET", 200, "root"],
    ["/oauth", "GET", 200, "oauth GET"],
    ["/oauth/", "GET", 200, "oauth GET"],
    ["/oauth?code=1", "PATCH", 200, "oauth PATCH"],
    ["/hook", "POST", 200, "payload"],
    ["/hook", "PUT", 200, "put"],
    ["/channels", "HEAD", 200, '[{"label":"Docs","value":"C1"}]'],
    ["/other", "GET", 404, "Not found"],
    ["/oauth/more", "GET", 404, "Not found"],
    ["/hook", "GET", 405, "Method not allowed"],
    ["/hook", "constructor", 405, "Method not allowed"],
  ])("responds with %s by %s with %i", async (path, method, status, text) => {
    const response = await call(path, method);
    expect([response.status, await response.text()]).toEqual([status, text]);
  });

  it("lists the allowed methods of a path", async () => {
    expect((await call("/hook", "DELETE")).headers.get("allow")).toBe("POST, PUT");
  });

  it("the response to a completion cannot be cached", async () => {
    const response = await call("/channels");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(await response.json()).toEqual([{ label: "Docs", value: "C1" }]);
  });
});

describe("pathBelowEndpoint", () => {
  const { installation } = exampleEnvironment;
  const at = (integrationEndpoint: string, installationEndpoint: string): Environment => ({
    ...exampleEnvironment,
    integration: { ...exampleEnvironment.integration, urls: { publicEndpoint: integrationEndpoint } },
    ...(installation && {
      installation: { ...installation, urls: { publicEndpoint: installationEndpoint } },
    }),
  });

  it.each([
    [
      "https://a.example/i/digest",
      "https://a.example/i/digest/ins_1",
      "https://a.example/i/digest/ins_1/oauth",
      "/oauth",
    ],
    [
      "https://a.example/i/digest",
      "https://a.example/i/digest/ins_1",
      "https://a.example/i/digest/oauth",
      "/oauth",
    ],
    ["https://a.example/i/digest/", "https://a.example/i/x/", "https://a.example/i/digest/oauth", "/oauth"],
    ["https://digest.example", "https://digest.example", "https://digest.example/oauth", "/oauth"],
    ["https://digest.example", "https://digest.example", "http://127.0.0.1:4000/oauth", "/oauth"],
    [
      "https://a.example/i/digest",
      "https://a.example/i/digest",
      "https://a.example/i/digesting/oauth",
      undefined,
    ],
  ])("with endpoints %s and %s, %s is %s", (integrationEndpoint, installationEndpoint, url, path) => {
    expect(pathBelowEndpoint(url, at(integrationEndpoint, installationEndpoint))).toBe(path);
  });

  it("is below the endpoint of a product's project", () => {
    const publicEndpoint = "https://a.example/i/ins_1/~projects/prj_1";
    const environment = {
      ...exampleEnvironment,
      projectInstallation: { project: "prj_1", urls: { publicEndpoint } },
    };
    expect(pathBelowEndpoint(`${publicEndpoint}/oauth`, environment)).toBe("/oauth");
  });
});
