import { describe, expect, it } from "vitest";
import { call } from "../../test/fixtures/call.fixture.ts";
import { fetchEvent, fetchRequests } from "../../test/fixtures/example-events.fixture.ts";
import { eventRequest } from "../../test/fixtures/signed-request.fixture.ts";

function refusal(status: number, message: RegExp): object {
  return { status, body: expect.stringMatching(message) };
}

describe("a request to the public endpoint", () => {
  it("reaches the fetch handler unchanged", async () => {
    const body = Uint8Array.from([0, 10, 13, 10, 255, 45, 45]);
    const headers = [
      ["cookie", "a=1"],
      ["host", "sites.example"],
      ["x-twice", "1"],
      ["x-twice", "2"],
    ] as const;
    const seen: unknown[] = [];
    const result = await call(
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
    expect([result.status, result.headers.get("x-own")]).toEqual([202, "yes"]);
    expect(result.body).toBe(new TextDecoder().decode(body));
  });

  it("drops the body of a GET, which the Fetch standard does not allow", async () => {
    const fetch = async (request: Request) => new Response(`[${await request.text()}]`);
    const request = eventRequest(fetchEvent({ method: "GET" }), Uint8Array.of(1));
    expect(await call({ fetch }, request)).toMatchObject({ status: 200, body: "[]" });
  });

  it.each([
    ["a method", { method: "GE T" }],
    ["a URL", { url: "nowhere" }],
    ["a header", { headers: [["a b", "c"]] as const }],
  ])("with %s that no request can have gets a 400", async (_what, request) => {
    const fetch = () => new Response();
    expect(await call({ fetch }, eventRequest(fetchEvent(request)))).toMatchObject(
      refusal(400, /event\.request is invalid"/),
    );
  });
});

describe("a request of a site", () => {
  const { fetch_published_script: script, fetch_visitor_authentication: authentication } = fetchRequests;

  it("gets the response of its handler, which receives the event", async () => {
    const seen: unknown[] = [];
    const result = await call(
      {
        fetch_published_script: () => new Response("track()"),
        fetch_visitor_authentication: (event) => {
          seen.push(event);
          return Response.redirect("https://login.example/?to=site_1");
        },
      },
      eventRequest(authentication),
    );
    expect([result.status, result.headers.get("location")]).toEqual([
      302,
      "https://login.example/?to=site_1",
    ]);
    expect(seen).toEqual([authentication]);
  });

  it.each([script, authentication])("$type without a handler returns 406", async (event) => {
    const fetch = () => new Response("not for this");
    expect(await call({ fetch }, eventRequest(event))).toMatchObject(refusal(406, /does not handle fetch_/));
  });
});
