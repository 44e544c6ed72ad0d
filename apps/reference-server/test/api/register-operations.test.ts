import {
  createWebhookEndpoint,
  getDelivery,
  getInstallation,
  getIntegration,
  getWebhookEndpoint,
  getWebhookEndpointSecrets,
  installIntegration,
  listDeliveries,
  listEventDeliveries,
  listEvents,
  listIntegrationInstallations,
  listPropertyOptions,
  listWebhookEndpoints,
  publishIntegration,
  queueTask,
  renderComponent,
  resumeInstallation,
  sendDeliveryAgain,
  updateInstallation,
} from "@plugboard/api/routes";
import {
  deleteSiteInstallation,
  getPage,
  getSite,
  getSpace,
  getSpaceInstallation,
  listSpaces,
  updatePageContent,
} from "@plugboard/content/routes";
import { describe, expect, it } from "vitest";
import { problemSchema } from "@plugboard/api/contract";
import type { ApiRoute } from "@plugboard/api/client";
import {
  setUpServer,
  type TestOperationCall,
  type TestResponse,
} from "../../src/fixtures/set-up-server.fixture.ts";

describe("invalid requests", () => {
  const { call, errors, publish, install, seeded } = setUpServer();
  let installation: Promise<string> | undefined;
  /** Fills in path parameters of existing resources, unless a call sets them. */
  const fillIn = async (sent: TestOperationCall): Promise<TestOperationCall> => {
    installation ??= publish("wrong-requests").then(() => install("wrong-requests"));
    const { space, page, site } = seeded();
    const there = { spaceId: space, pageId: page, siteId: site, integration: "wrong-requests" };
    return { ...sent, params: { ...there, installationId: await installation, ...sent.params } };
  };
  const text = (body: string, type = "application/json"): TestOperationCall => ({
    body,
    headers: { "content-type": type },
  });
  /** Returns the fields of a problem document and checks that it is complete. */
  const readProblem = ({ status, headers, body }: TestResponse) => {
    expect(headers.get("content-type")).toBe("application/problem+json");
    const problem = problemSchema.parse(body);
    expect(problem.status).toBe(status);
    expect(problem.detail).toMatch(/\S.*\.$/s);
    return { status, code: problem.code, at: problem.problems?.[0]?.path };
  };
  const endpoint = { url: "https://hooks.example.com", eventTypes: ["site_view"] };

  const wrong: readonly (readonly [
    route: ApiRoute,
    call: TestOperationCall,
    status: number,
    code: string,
    at?: string,
  ])[] = [
    // The body.
    [updatePageContent, text("{"), 400, "invalid_request"],
    [updatePageContent, text("[]"), 400, "invalid_request", "body"],
    [updatePageContent, text('"text"'), 400, "invalid_request", "body"],
    [updatePageContent, text("{}", "text/plain"), 415, "unsupported_media_type"],
    [updatePageContent, text("a=b", "application/x-www-form-urlencoded"), 415, "unsupported_media_type"],
    [updatePageContent, { body: { markdown: "x".repeat(6_000_000) } }, 413, "payload_too_large"],
    // Parts of the body.
    [updatePageContent, { body: {} }, 400, "invalid_request", "body"],
    [updatePageContent, {}, 400, "invalid_request", "body"],
    [updatePageContent, { body: { title: " " } }, 400, "invalid_request", "title"],
    [updatePageContent, { body: { title: "x".repeat(201) } }, 400, "invalid_request", "title"],
    [updatePageContent, { body: { markdown: 5 } }, 400, "invalid_request", "markdown"],
    [
      publishIntegration,
      { params: { integration: "new" }, body: { manifest: "", url: "x" } },
      400,
      "invalid_request",
      "manifest",
    ],
    [
      publishIntegration,
      {
        params: { integration: "new" },
        body: { manifest: "name: new", url: "ftp://example.com", signingSecret: "x".repeat(16) },
      },
      400,
      "invalid_request",
      "url",
    ],
    [
      publishIntegration,
      {
        params: { integration: "new" },
        body: { manifest: "name: new", url: "http://127.0.0.1:1", signingSecret: "short" },
      },
      400,
      "invalid_request",
      "signingSecret",
    ],
    [
      publishIntegration,
      {
        params: { integration: "new" },
        body: { manifest: "name: new\ntitle: 5", url: "http://127.0.0.1:1" },
      },
      422,
      "invalid_manifest",
      "manifest:1:1",
    ],
    [installIntegration, { body: {} }, 400, "invalid_request", "organization"],
    [updateInstallation, { body: { externalIds: [5] } }, 400, "invalid_request", "externalIds.0"],
    [updateInstallation, { body: {}, headers: { "if-match": "today" } }, 400, "invalid_request", "if-match"],
    [
      updateInstallation,
      { body: {}, headers: { "if-match": '"2020-01-01T00:00:00.000Z"' } },
      412,
      "precondition_failed",
    ],
    [
      updatePageContent,
      { body: { title: "T" }, headers: { "if-match": '"rev_0"' } },
      412,
      "precondition_failed",
    ],
    [createWebhookEndpoint, { body: { ...endpoint, url: "hooks" } }, 400, "invalid_request", "url"],
    ...[
      "ftp://hooks.example.com",
      "javascript:alert(1)",
      "https://10.0.0.1",
      "https://[fd00::1]/",
      "https://u:p@a.example",
    ].map(
      (url) =>
        [createWebhookEndpoint, { body: { ...endpoint, url } }, 400, "invalid_request", "url"] as const,
    ),
    ...["Host", "Content-Length", "Webhook-Signature", "X-Service-Signature", "x a"].map(
      (name) =>
        [
          createWebhookEndpoint,
          { body: { ...endpoint, headers: { [name]: "1" } } },
          400,
          "invalid_request",
          "headers",
        ] as const,
    ),
    [
      createWebhookEndpoint,
      { body: { ...endpoint, signatures: ["standard", "standard"] } },
      400,
      "invalid_request",
      "signatures",
    ],
    ...[
      [{ field: [], exists: true }, "filter.0.field"] as const,
      [{ field: ["a"] }, "filter.0"] as const,
      [{ field: ["a"], equals: {} }, "filter.0.equals"] as const,
    ].map(
      ([condition, at]) =>
        [
          createWebhookEndpoint,
          { body: { ...endpoint, filter: [condition] } },
          400,
          "invalid_request",
          at,
        ] as const,
    ),
    [createWebhookEndpoint, { body: { ...endpoint, eventTypes: [] } }, 400, "invalid_request", "eventTypes"],
    [
      createWebhookEndpoint,
      { body: { ...endpoint, eventTypes: ["nothing"] } },
      400,
      "invalid_request",
      "eventTypes.0",
    ],
    [
      createWebhookEndpoint,
      { body: { ...endpoint, spaceId: "spc_nobody" } },
      400,
      "invalid_request",
      "spaceId",
    ],
    [queueTask, { body: { task: { type: "t" } } }, 400, "invalid_request", "installationId"],
    [queueTask, { body: { task: { type: "" } } }, 400, "invalid_request", "task.type"],
    [queueTask, { body: { task: { type: "t" }, delaySeconds: -1 } }, 400, "invalid_request", "delaySeconds"],
    [
      queueTask,
      { body: { task: { type: "t" } }, headers: { "idempotency-key": "x".repeat(201) } },
      400,
      "invalid_request",
      "idempotency-key",
    ],
    [
      renderComponent,
      { params: { componentId: "any" }, body: { context: { type: "nowhere", theme: "light" } } },
      400,
      "invalid_request",
      "context.type",
    ],
    // The query.
    [listSpaces, { query: { limit: "0" } }, 400, "invalid_request", "limit"],
    [listSpaces, { query: { limit: "101" } }, 400, "invalid_request", "limit"],
    [listSpaces, { query: { limit: "many" } }, 400, "invalid_request", "limit"],
    [listSpaces, { query: { cursor: "" } }, 400, "invalid_request", "cursor"],
    [listEvents, { query: { cursor: "nothing" } }, 400, "invalid_request"],
    [listDeliveries, { query: { cursor: "nothing" } }, 400, "invalid_request"],
    [listDeliveries, { query: { status: "lost" } }, 400, "invalid_request", "status"],
    [listWebhookEndpoints, { query: { cursor: "nothing" } }, 400, "invalid_request"],
    // Missing resources.
    [getSpace, { params: { spaceId: "spc_nobody" } }, 404, "not_found"],
    [getPage, { params: { pageId: "pag_nobody" } }, 404, "not_found"],
    [getSite, { params: { siteId: "sit_nobody" } }, 404, "not_found"],
    [getIntegration, { params: { integration: "nobody" } }, 404, "not_found"],
    [listIntegrationInstallations, { params: { integration: "nobody" } }, 404, "not_found"],
    [getInstallation, { params: { installationId: "ins_nobody" } }, 404, "not_found"],
    [getSpaceInstallation, {}, 404, "not_found"],
    [deleteSiteInstallation, {}, 404, "not_found"],
    [getWebhookEndpoint, { params: { endpointId: "whe_nobody" } }, 404, "not_found"],
    [getWebhookEndpointSecrets, { params: { endpointId: "whe_nobody" } }, 404, "not_found"],
    [getDelivery, { params: { deliveryId: "1" } }, 404, "not_found"],
    [sendDeliveryAgain, { params: { deliveryId: "nobody" } }, 404, "not_found"],
    [listEventDeliveries, { params: { eventId: "evt_nobody" } }, 404, "not_found"],
    [listPropertyOptions, { params: { property: "nothing" } }, 404, "not_found"],
    // Conflicts.
    [resumeInstallation, {}, 409, "conflict"],
    [installIntegration, { body: { organization: "org_nobody" } }, 404, "not_found"],
    // Missing permissions.
    [listSpaces, { token: null }, 401, "unauthorized"],
    [listSpaces, { token: "wrong" }, 401, "unauthorized"],
  ];
  it.each(wrong.map(([route, sent, status, code, at]) => ({ route, sent, status, code, at })))(
    "$route.id, case %#, returns $status $code",
    async ({ route, sent, status, code, at }) => {
      expect(readProblem(await call(route, await fillIn(sent)))).toEqual({ status, code, at });
    },
  );

  it.each([
    ["GET", "/nothing"],
    ["PUT", listSpaces.path],
    ["GET", `${listSpaces.path}/%E0%A4%A`],
  ])("returns 404 at %s %s", async (method, path) => {
    expect(readProblem(await call(method, `/v1${path}`))).toMatchObject({ status: 404, code: "not_found" });
  });

  it("reports none of them as a server error", () => {
    expect(errors).toEqual([]);
  });

  it("names all problems of a request", async () => {
    const sent = await fillIn({ body: { url: 5, eventTypes: "all" } });
    const { body } = await call(createWebhookEndpoint, sent);
    expect(body).toMatchObject({
      problems: [{ path: "url" }, { path: "eventTypes" }],
    });
  });

  it("accepts JSON with a charset and suffixed types", async () => {
    for (const type of ["application/json; charset=utf-8", "application/merge-patch+json"]) {
      const sent = await fillIn({ body: { title: "Welcome" }, headers: { "content-type": type } });
      expect((await call(updatePageContent, sent)).status).toBe(200);
    }
  });
});
