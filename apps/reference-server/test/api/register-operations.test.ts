import { describe, expect, it } from "vitest";
import { problemSchema } from "@plugboard/api/contract";
import { setUpServer, type TestCall } from "../../src/fixtures/set-up-server.fixture.ts";

describe("requests that are wrong", () => {
  const { call, errors, publish, install, seeded } = setUpServer();
  let installation: string | undefined;
  /** Fills in the ids that a path names. */
  const resolvePath = async (path: string): Promise<string> => {
    if (path.includes("{installation}") && installation === undefined) {
      await publish("wrong-requests");
      installation = await install("wrong-requests");
    }
    const { organization, space, page, site } = seeded();
    const ids: Readonly<Record<string, string>> = {
      organization,
      space,
      page,
      site,
      installation: installation ?? "",
    };
    return path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => ids[name] ?? name);
  };
  const text = (body: string, type?: string): TestCall => ({
    body,
    ...(type !== undefined && { headers: { "content-type": type } }),
  });
  const page = "/v1/spaces/{space}/pages/{page}/content";
  const endpoints = "/v1/installations/{installation}/webhook-endpoints";
  const endpoint = { url: "https://hooks.example.com", eventTypes: ["site_view"] };

  it.each<[method: string, path: string, call: TestCall, status: number, code: string, at?: string]>([
    // The body as such.
    ["PATCH", page, text("{"), 400, "invalid_request"],
    ["PATCH", page, text("[]"), 400, "invalid_request", "body"],
    ["PATCH", page, text('"text"'), 400, "invalid_request", "body"],
    ["PATCH", page, text("{}", "text/plain"), 415, "unsupported_media_type"],
    ["PATCH", page, text("a=b", "application/x-www-form-urlencoded"), 415, "unsupported_media_type"],
    ["PATCH", page, { body: { markdown: "x".repeat(6_000_000) } }, 413, "payload_too_large"],
    // Its parts.
    ["PATCH", page, { body: {} }, 400, "invalid_request", "body"],
    ["PATCH", page, {}, 400, "invalid_request", "body"],
    ["PATCH", page, { body: { title: " " } }, 400, "invalid_request", "title"],
    ["PATCH", page, { body: { title: "x".repeat(201) } }, 400, "invalid_request", "title"],
    ["PATCH", page, { body: { markdown: 5 } }, 400, "invalid_request", "markdown"],
    ["PUT", "/v1/integrations/new", { body: { manifest: "", url: "x" } }, 400, "invalid_request", "manifest"],
    [
      "PUT",
      "/v1/integrations/new",
      { body: { manifest: "name: new", url: "ftp://example.com", signingSecret: "x".repeat(16) } },
      400,
      "invalid_request",
      "url",
    ],
    [
      "PUT",
      "/v1/integrations/new",
      { body: { manifest: "name: new", url: "http://127.0.0.1:1", signingSecret: "short" } },
      400,
      "invalid_request",
      "signingSecret",
    ],
    [
      "PUT",
      "/v1/integrations/new",
      { body: { manifest: "name: new\ntitle: 5", url: "http://127.0.0.1:1" } },
      422,
      "invalid_manifest",
      "manifest:1:1",
    ],
    [
      "POST",
      "/v1/integrations/wrong-requests/installations",
      { body: {} },
      400,
      "invalid_request",
      "organization",
    ],
    [
      "PATCH",
      "/v1/installations/{installation}",
      { body: { externalIds: [5] } },
      400,
      "invalid_request",
      "externalIds.0",
    ],
    [
      "PATCH",
      "/v1/installations/{installation}",
      { body: {}, headers: { "if-match": "today" } },
      400,
      "invalid_request",
      "if-match",
    ],
    [
      "PATCH",
      "/v1/installations/{installation}",
      { body: {}, headers: { "if-match": '"2020-01-01T00:00:00.000Z"' } },
      412,
      "precondition_failed",
    ],
    ["PATCH", page, { body: { title: "T" }, headers: { "if-match": '"rev_0"' } }, 412, "precondition_failed"],
    ["POST", endpoints, { body: { ...endpoint, url: "hooks" } }, 400, "invalid_request", "url"],
    ["POST", endpoints, { body: { ...endpoint, eventTypes: [] } }, 400, "invalid_request", "eventTypes"],
    [
      "POST",
      endpoints,
      { body: { ...endpoint, eventTypes: ["nothing"] } },
      400,
      "invalid_request",
      "eventTypes.0",
    ],
    ["POST", endpoints, { body: { ...endpoint, spaceId: "spc_nobody" } }, 400, "invalid_request", "spaceId"],
    ["POST", "/v1/tasks", { body: { task: { type: "t" } } }, 400, "invalid_request", "installationId"],
    ["POST", "/v1/tasks", { body: { task: { type: "" } } }, 400, "invalid_request", "task.type"],
    [
      "POST",
      "/v1/tasks",
      { body: { task: { type: "t" }, delaySeconds: -1 } },
      400,
      "invalid_request",
      "delaySeconds",
    ],
    [
      "POST",
      "/v1/tasks",
      { body: { task: { type: "t" } }, headers: { "idempotency-key": "x".repeat(201) } },
      400,
      "invalid_request",
      "idempotency-key",
    ],
    [
      "POST",
      "/v1/installations/{installation}/components/any/render",
      { body: { context: { type: "nowhere", theme: "light" } } },
      400,
      "invalid_request",
      "context.type",
    ],
    // The query.
    ["GET", "/v1/spaces?limit=0", {}, 400, "invalid_request", "limit"],
    ["GET", "/v1/spaces?limit=101", {}, 400, "invalid_request", "limit"],
    ["GET", "/v1/spaces?limit=many", {}, 400, "invalid_request", "limit"],
    ["GET", "/v1/spaces?cursor=", {}, 400, "invalid_request", "cursor"],
    ["GET", "/v1/events?cursor=nothing", {}, 400, "invalid_request"],
    ["GET", "/v1/deliveries?cursor=nothing", {}, 400, "invalid_request"],
    ["GET", "/v1/deliveries?status=lost", {}, 400, "invalid_request", "status"],
    ["GET", "/v1/installations/{installation}/webhook-endpoints?cursor=nothing", {}, 400, "invalid_request"],
    // What is not there.
    ["GET", "/v1/nothing", {}, 404, "not_found"],
    ["POST", "/v1/spaces", { body: {} }, 404, "not_found"],
    ["GET", "/v1/spaces/spc_nobody", {}, 404, "not_found"],
    ["GET", "/v1/spaces/%E0%A4%A", {}, 404, "not_found"],
    ["GET", "/v1/spaces/{space}/pages/pag_nobody", {}, 404, "not_found"],
    ["GET", "/v1/sites/sit_nobody", {}, 404, "not_found"],
    ["GET", "/v1/integrations/nobody", {}, 404, "not_found"],
    ["GET", "/v1/integrations/nobody/installations", {}, 404, "not_found"],
    ["GET", "/v1/installations/ins_nobody", {}, 404, "not_found"],
    ["GET", "/v1/installations/{installation}/spaces/{space}", {}, 404, "not_found"],
    ["DELETE", "/v1/installations/{installation}/sites/{site}", {}, 404, "not_found"],
    ["GET", `${endpoints}/whe_nobody`, {}, 404, "not_found"],
    ["GET", `${endpoints}/whe_nobody/secrets`, {}, 404, "not_found"],
    ["GET", "/v1/installations/{installation}/deliveries/1", {}, 404, "not_found"],
    ["POST", "/v1/installations/{installation}/deliveries/nobody/send-again", {}, 404, "not_found"],
    ["GET", "/v1/events/evt_nobody/deliveries", {}, 404, "not_found"],
    ["GET", "/v1/installations/{installation}/options/nothing", {}, 404, "not_found"],
    // What does not fit.
    ["POST", "/v1/installations/{installation}/resume", {}, 409, "conflict"],
    [
      "POST",
      "/v1/integrations/wrong-requests/installations",
      { body: { organization: "org_nobody" } },
      404,
      "not_found",
    ],
    // Who is not allowed.
    ["GET", "/v1/spaces", { token: null }, 401, "unauthorized"],
    ["GET", "/v1/spaces", { token: "wrong" }, 401, "unauthorized"],
  ])("%s %s, case %#, is responded to with %4$d %5$s", async (method, path, sent, status, code, at) => {
    const response = await call(method, await resolvePath(path), sent);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ code, detail: expect.stringMatching(/\S.*\.$/s) });
    expect(response.headers.get("content-type")).toBe("application/problem+json");
    const problem = problemSchema.parse(response.body);
    expect(problem.status).toBe(status);
    expect(problem.problems?.[0]?.path).toBe(at);
  });

  it("takes none of it for a mistake of its own", () => {
    expect(errors).toEqual([]);
  });

  it("names every wrong part of one request", async () => {
    const { body } = await call("POST", await resolvePath(endpoints), {
      body: { url: 5, eventTypes: "all" },
    });
    expect(body).toMatchObject({
      problems: [{ path: "url" }, { path: "eventTypes" }],
    });
  });

  it("takes JSON with a charset, and of a suffixed type", async () => {
    const path = await resolvePath(page);
    for (const type of ["application/json; charset=utf-8", "application/merge-patch+json"]) {
      const sent = { body: { title: "Welcome" }, headers: { "content-type": type } };
      expect((await call("PATCH", path, sent)).status).toBe(200);
    }
  });
});
