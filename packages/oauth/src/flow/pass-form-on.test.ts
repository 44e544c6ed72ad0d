import { describe, expect, it } from "vitest";
import { createOAuthHandler } from "./create-oauth-handler.ts";
import { createContext, createEnvironment } from "../fixtures/oauth-context.fixture.ts";
import { exampleConfig as config, publicEndpoint as endpoint } from "../fixtures/oauth-config.fixture.ts";

const post = (body: URLSearchParams | string) => {
  const context = createContext(createEnvironment(endpoint));
  return createOAuthHandler(config)(new Request(`${endpoint}/oauth?a=1`, { method: "POST", body }), context);
};

describe("a redirect that arrives as a form", () => {
  it.each([
    "code=c%2F%261&state=s+1&iss=https%3A%2F%2Fprovider.example",
    "error=access_denied&state=s",
    "state=",
  ])("is redirected to the query, so that the browser adds its cookie: %s", async (form) => {
    const response = await post(new URLSearchParams(form));
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toBe(`${endpoint}/oauth?${form}`);
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("referrer-policy")).toBe("no-referrer");
  });

  it("keeps repeated parameters, which are then rejected, and drops unrelated ones", async () => {
    const response = await post(new URLSearchParams("user=%7B%7D&state=one&id_token=x&state=two&code=c"));
    expect(response.headers.get("location")).toBe(`${endpoint}/oauth?state=one&state=two&code=c`);
  });

  it.each([
    ["an empty form", new URLSearchParams()],
    ["another form", new URLSearchParams("access_token=x")],
    ["JSON", '{"code":"c","state":"s"}'],
  ])("does not start a flow: %s", async (_what, body) => {
    const response = await post(body);
    expect(response.status).toBe(400);
    expect(response.headers.get("location")).toBeNull();
    expect(await response.text()).toContain("request_invalid");
  });
});
