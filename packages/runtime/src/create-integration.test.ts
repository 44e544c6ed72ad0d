import type { UiRenderEvent } from "@plugboard/api";
import { createComponent } from "@plugboard/components";
import { sign } from "@plugboard/webhook-signer";
import { describe, expect, it } from "vitest";
import { createIntegration, type Integration } from "./create-integration.ts";
import { encodeEnvelope } from "./envelope.ts";
import { ExposableError } from "./exposable-error.ts";
import { exampleEnvironment } from "./fixtures/example-environment.fixture.ts";
import {
  contentUpdated,
  fetchEvent,
  pageFeedback,
  task,
  uiRender,
} from "./fixtures/example-events.fixture.ts";
import { eventRequest, exampleSecret, signedRequest } from "./fixtures/signed-request.fixture.ts";
import type { Host } from "./host.ts";
import { allowUnsignedRequests, type IntegrationDefinition } from "./integration-definition.ts";
import type { LogLine } from "./log.ts";

const env = { PLUGBOARD_SIGNING_SECRET: exampleSecret };

async function call(definition: IntegrationDefinition, request: Request | Promise<Request>, host: Host = {}) {
  const response = await createIntegration(definition).fetch(await request, env, host);
  return { status: response.status, body: await response.text(), headers: response.headers };
}

function refusal(status: number, message: string | RegExp) {
  return { status, body: expect.stringMatching(message) };
}

describe("an event", () => {
  it("reaches its handler with its context", async () => {
    const seen: unknown[] = [];
    const answer = await call(
      {
        events: {
          page_feedback: (event, { environment, eventId }) => seen.push([event, environment, eventId]),
        },
      },
      eventRequest(pageFeedback),
    );
    expect(answer).toMatchObject({ status: 200, body: '{"received":true}' });
    expect(seen).toEqual([[pageFeedback, exampleEnvironment, "evt_1"]]);
  });

  it("runs a list of handlers in order, and stops at the first that fails", async () => {
    const steps: string[] = [];
    const handlers = [
      async () => {
        await Promise.resolve();
        steps.push("first");
      },
      () => {
        steps.push("second");
        throw new Error("broken");
      },
      () => steps.push("third"),
    ];
    const answer = await call({ events: { space_content_updated: handlers } }, eventRequest(contentUpdated));
    expect([answer.status, steps]).toEqual([500, ["first", "second"]]);
  });

  it.each([
    ["that no handler is for", contentUpdated],
    ["of a type this package does not know", { ...contentUpdated, type: "space_renamed" }],
    ["named like a property of every object", { ...contentUpdated, type: "constructor" }],
    ["named like the prototype", { ...contentUpdated, type: "__proto__" }],
    ["that is a task without a task handler", task],
    ["that is a request without a fetch handler", fetchEvent()],
  ])("%s is answered 406", async (_which, event) => {
    const answer = await call({ events: { page_feedback: () => undefined } }, eventRequest(event));
    expect(answer).toMatchObject(refusal(406, /does not handle/));
  });

  it("is a task for the task handler", async () => {
    const seen: unknown[] = [];
    const answer = await call({ task: (event) => seen.push(event.task) }, eventRequest(task));
    expect([answer.status, seen]).toEqual([200, [{ type: "sync", payload: { page: 2 } }]]);
  });
});

describe("a failing handler", () => {
  it("is answered 500 without its message, which is logged with the event", async () => {
    const lines: LogLine[] = [];
    const error = new Error("password is hunter2");
    const answer = await call(
      {
        events: {
          space_content_updated: () => {
            throw error;
          },
        },
        log: (line) => lines.push(line),
      },
      eventRequest(contentUpdated),
    );
    expect(answer).toMatchObject({ status: 500, body: '{"error":"Internal server error"}' });
    expect(lines).toEqual([
      {
        level: "error",
        message: "A handler failed",
        time: expect.any(Number),
        event: { eventId: "evt_1", type: "space_content_updated", installationId: "ins_1" },
        fields: { error },
      },
    ]);
  });

  it.each([
    [new ExposableError("The channel is archived"), 400],
    [new ExposableError("Come back later", 503), 503],
  ])("shows an ExposableError: %s", async (error, status) => {
    const fetch = () => {
      throw error;
    };
    const answer = await call({ fetch }, eventRequest(fetchEvent()));
    expect(answer).toMatchObject({ status, body: JSON.stringify({ error: error.message }) });
  });

  it("hides an error that only pretends to be one with a status that is none", async () => {
    const fetch = () => Promise.reject(new ExposableError("odd", 200));
    expect(await call({ fetch }, eventRequest(fetchEvent()))).toMatchObject({ status: 500 });
  });

  it("is answered although the log fails too", async () => {
    const log = () => {
      throw new Error("disk full");
    };
    const fetch = () => Promise.reject(new Error("broken"));
    expect(await call({ fetch, log }, eventRequest(fetchEvent()))).toMatchObject({ status: 500 });
  });
});

describe("a request to the public endpoint", () => {
  it("reaches the fetch handler as it was made", async () => {
    const body = Uint8Array.from([0, 10, 13, 10, 255, 45, 45]);
    const headers = [
      ["cookie", "a=1"],
      ["host", "sites.example"],
      ["x-twice", "1"],
      ["x-twice", "2"],
    ] as const;
    const seen: unknown[] = [];
    const answer = await call(
      {
        fetch: async (request) => {
          seen.push(
            request.method,
            request.url,
            ...["cookie", "host", "x-twice"].map((name) => request.headers.get(name)),
          );
          return new Response(await request.bytes(), { status: 202, headers: { "x-own": "yes" } });
        },
      },
      eventRequest(fetchEvent({ headers }), body),
    );
    expect(seen).toEqual(["POST", fetchEvent().request.url, "a=1", "sites.example", "1, 2"]);
    expect([answer.status, answer.headers.get("x-own")]).toEqual([202, "yes"]);
    expect(answer.body).toBe(new TextDecoder().decode(body));
  });

  it("drops the body of a GET, which the Fetch standard does not know", async () => {
    const fetch = async (request: Request) => new Response(`[${await request.text()}]`);
    const request = eventRequest(fetchEvent({ method: "GET" }), Uint8Array.of(1));
    expect(await call({ fetch }, request)).toMatchObject({ status: 200, body: "[]" });
  });

  it.each([
    ["a method", { method: "GE T" }],
    ["a URL", { url: "nowhere" }],
    ["a header", { headers: [["a b", "c"]] as const }],
  ])("with %s that no request can have is answered 400", async (_what, request) => {
    const fetch = () => new Response();
    expect(await call({ fetch }, eventRequest(fetchEvent(request)))).toMatchObject(
      refusal(400, /event\.request is no request/),
    );
  });
});

describe("a component", () => {
  const counter = createComponent({
    componentId: "counter",
    initialState: () => ({ count: 0 }),
    action: ({ state }, { action }) => (action === "add" ? { state: { count: state.count + 1 } } : {}),
    render: ({ state, setCache }) => {
      if (state.count === 0) setCache({ maxAge: 60 });
      return {
        type: "block",
        children: [{ type: "button", label: `${state.count}`, onPress: { action: "add" } }],
      };
    },
  });

  it("renders, and says how long it may be kept", async () => {
    const answer = await call({ components: [counter] }, eventRequest(uiRender));
    expect(answer.headers.get("cache-control")).toBe("max-age=60");
    expect(JSON.parse(answer.body)).toEqual({
      type: "element",
      state: { count: 0 },
      props: {},
      element: { type: "block", children: [{ type: "button", label: "0", onPress: { action: "add" } }] },
    });
  });

  it("performs an action", async () => {
    const event = { ...uiRender, state: { count: 4 }, action: { action: "add" } };
    const answer = await call({ components: [counter] }, eventRequest(event));
    expect(answer.headers.get("cache-control")).toBeNull();
    expect(JSON.parse(answer.body)).toMatchObject({ type: "element", state: { count: 5 } });
  });

  it("that is not there is answered 404, after the handlers of ui_render ran", async () => {
    const seen: string[] = [];
    const definition = { components: [counter], events: { ui_render: () => void seen.push("rendered") } };
    const event: UiRenderEvent = { ...uiRender, componentId: "other" };
    expect(await call(definition, eventRequest(event))).toMatchObject(refusal(404, /no component .*other/));
    expect(seen).toEqual(["rendered"]);
  });
});

describe("the context", () => {
  it("calls the platform as the installation and as the integration, and queues tasks", async () => {
    const requests: unknown[] = [];
    const apiFetch: typeof fetch = async (input, init) => {
      const request = new Request(input, init);
      const { method, url, headers } = request;
      requests.push([
        method,
        url,
        headers.get("authorization"),
        method === "POST" ? await request.json() : undefined,
      ]);
      return Response.json({ id: "x" });
    };
    await call(
      {
        task: async (_event, { api, integration }) => {
          await api.request("GET", "/spaces/{spaceId}", { params: { spaceId: "spc_1" } });
          await integration.api.request("GET", "/integrations/{integration}", {
            params: { integration: "example" },
          });
          await integration.queueTask({ type: "sync", payload: { page: 3 }, delaySeconds: 60 });
        },
      },
      eventRequest(task),
      { apiFetch },
    );
    expect(requests).toEqual([
      ["GET", "https://platform.example/v1/spaces/spc_1", "Bearer installation-token", undefined],
      ["GET", "https://platform.example/v1/integrations/example", "Bearer integration-token", undefined],
      [
        "POST",
        "https://platform.example/v1/tasks",
        "Bearer integration-token",
        { task: { type: "sync", payload: { page: 3 } }, installationId: "ins_1", delaySeconds: 60 },
      ],
    ]);
  });

  it("hands work to the host, and logs when it fails", async () => {
    const lines: LogLine[] = [];
    const works: Promise<unknown>[] = [];
    const error = new Error("too late");
    await call(
      { events: { space_content_updated: (_event, { waitUntil }) => waitUntil(Promise.reject(error)) } },
      eventRequest(contentUpdated),
      { waitUntil: (work) => works.push(work), log: (line) => lines.push(line) },
    );
    await Promise.all(works);
    expect([works.length, lines.map(({ fields }) => fields)]).toEqual([1, [{ error }]]);
  });

  it("logs with the event, on the host's clock", async () => {
    const lines: LogLine[] = [];
    const now = Date.now();
    await call(
      { events: { space_content_updated: (_event, { log }) => log.info("seen", { pages: 2 }) } },
      eventRequest(contentUpdated),
      { log: (line) => lines.push(line), now: () => now },
    );
    const event = { eventId: "evt_1", type: "space_content_updated", installationId: "ins_1" };
    expect(lines).toEqual([{ level: "info", message: "seen", time: now, event, fields: { pages: 2 } }]);
  });
});

describe("who may call", () => {
  const calls: string[] = [];
  const integration: Integration = createIntegration({
    events: { space_content_updated: () => calls.push("handled") },
  });
  const envelope = encodeEnvelope({ event: contentUpdated, environment: exampleEnvironment });
  const signedAt = async (timestamp: number) => {
    const request = await signedRequest(envelope.contentType, envelope.body);
    request.headers.set(
      "x-service-signature",
      await sign({ secret: exampleSecret, body: envelope.body, timestamp }),
    );
    return request;
  };
  const tampered = async () => {
    const { headers } = await signedRequest(envelope.contentType, envelope.body);
    const body = envelope.body.slice();
    body[200] = (body[200] ?? 0) ^ 1;
    return new Request("https://integration.example/v1", { method: "POST", headers, body });
  };
  const unsigned = async () => {
    const request = await signedRequest(envelope.contentType, envelope.body);
    request.headers.delete("x-service-signature");
    return request;
  };
  const now = 1_800_000_000;
  const host = { now: () => now * 1000 };

  it.each([
    ["no signature", unsigned, env],
    ["another secret", () => signedRequest(envelope.contentType, envelope.body, "whsec_other"), env],
    ["a body that was changed", tampered, env],
    ["no secret to check with", () => signedRequest(envelope.contentType, envelope.body), {}],
    [
      "an empty secret",
      () => signedRequest(envelope.contentType, envelope.body),
      { PLUGBOARD_SIGNING_SECRET: " , " },
    ],
  ])("%s is answered 401 and no handler runs", async (_what, make, environment) => {
    calls.length = 0;
    const response = await integration.fetch(await make(), environment);
    expect([response.status, calls]).toEqual([401, []]);
    expect(await response.json()).toEqual({ error: expect.any(String) });
  });

  it.each([
    [-301, 401],
    [-300, 200],
    [300, 200],
    [301, 401],
  ])("a signature %i s from now is answered %i", async (distance, status) => {
    const response = await integration.fetch(await signedAt(now + distance), env, host);
    expect(response.status).toBe(status);
  });

  it("the tolerance can be another one", async () => {
    const strict = createIntegration({
      events: { space_content_updated: () => undefined },
      toleranceSeconds: 10,
    });
    expect((await strict.fetch(await signedAt(now - 11), env, host)).status).toBe(401);
    expect((await strict.fetch(await signedAt(now - 10), env, host)).status).toBe(200);
  });

  it.each([
    ["the old one", exampleSecret],
    ["the new one", "whsec_new"],
    ["both", [exampleSecret, "whsec_new"]],
  ])("during a rotation a signature with %s verifies", async (_which, secret) => {
    const request = await signedRequest(envelope.contentType, envelope.body, secret);
    const rotating = { PLUGBOARD_SIGNING_SECRET: `whsec_new, ${exampleSecret}` };
    expect((await integration.fetch(request, rotating)).status).toBe(200);
  });

  it("everyone may where the definition says so under its symbol", async () => {
    const open = createIntegration({
      events: { space_content_updated: () => undefined },
      [allowUnsignedRequests]: true,
    });
    expect((await open.fetch(await unsigned())).status).toBe(200);
  });
});

describe("the description", () => {
  const describeRequest = async (secret = exampleSecret) =>
    new Request("https://integration.example/base/v1", {
      headers: { "x-service-signature": await sign({ secret, body: "" }) },
    });

  it("says what is handled", async () => {
    const definition: IntegrationDefinition = {
      fetch: () => new Response(),
      components: [{ componentId: "counter", render: async () => ({ type: "complete" }) }],
      events: { space_view: () => undefined, installation_setup: [] },
      task: () => undefined,
      manifestHash: "sha256-abc",
    };
    const answer = await call(definition, describeRequest());
    expect(JSON.parse(answer.body)).toEqual({
      events: ["space_view", "ui_render", "task"],
      components: ["counter"],
      fetch: true,
      manifestHash: "sha256-abc",
    });
  });

  it("of an integration that handles nothing is empty", async () => {
    const answer = await call({}, describeRequest());
    expect(JSON.parse(answer.body)).toEqual({ events: [], components: [], fetch: false });
  });

  it("is for the platform only", async () => {
    expect(await call({}, describeRequest("whsec_other"))).toMatchObject({ status: 401 });
  });
});

describe("a request that is no envelope", () => {
  const post = (url: string, init: RequestInit = {}) =>
    new Request(url, { method: "POST", body: "x", headers: { "content-type": "text/plain" }, ...init });

  it.each([
    "https://integration.example/v2",
    "https://integration.example/",
    "https://integration.example/v1/x",
  ])("to %s is answered 400, as an unsupported version", async (url) => {
    expect(await call({}, post(url))).toMatchObject(refusal(400, /no version of the envelope/));
  });

  it.each(["PUT", "DELETE", "HEAD"])("with the method %s is answered 405", async (method) => {
    const answer = await call({}, new Request("https://integration.example/v1", { method }));
    expect([answer.status, answer.body, answer.headers.get("allow")]).toEqual([
      405,
      "Method not allowed",
      "GET, POST",
    ]);
  });

  it("but signed is answered 400", async () => {
    const request = signedRequest("text/plain", new TextEncoder().encode("x"));
    expect(await call({}, request)).toMatchObject(refusal(400, /Content-Type is text\/plain/));
  });

  it("and larger than the limit is answered 413 before its signature is looked at", async () => {
    const declared = post("https://integration.example/v1", {
      body: "x".repeat(101),
      headers: { "content-length": "101" },
    });
    const definition = { limits: { maxEnvelopeBytes: 100 } };
    expect(await call(definition, declared)).toMatchObject(refusal(413, /larger than 100 bytes/));
  });

  it("and never ends is cut off at the limit", async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        sent += 1000;
        controller.enqueue(new Uint8Array(1000));
      },
    });
    const endless = new Request("https://integration.example/v1", { method: "POST", body, duplex: "half" });
    const answer = await call({ limits: { maxEnvelopeBytes: 10_000 } }, endless);
    expect(answer).toMatchObject(refusal(413, /larger than 10000 bytes/));
    expect(sent).toBeLessThan(20_000);
  });

  it("and breaks off is answered 400", async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.error(new Error("connection reset")),
    });
    const broken = new Request("https://integration.example/v1", { method: "POST", body, duplex: "half" });
    expect(await call({}, broken)).toMatchObject(refusal(400, /breaks off/));
  });

  it("because somebody read it before is answered 400 instead of waiting for ever", async () => {
    const request = await eventRequest(contentUpdated);
    await request.text();
    expect(await call({}, request)).toMatchObject(refusal(400, /already read/));
  });
});
