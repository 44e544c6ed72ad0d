import { describe, expect, it } from "vitest";
import { IntegrationError } from "../errors/integration-error.ts";
import type { LogLine } from "./log.ts";
import { call } from "../../test/fixtures/call.fixture.ts";
import { contentUpdated, fetchEvent } from "../../test/fixtures/example-events.fixture.ts";
import { eventRequest } from "../../test/fixtures/signed-request.fixture.ts";

describe("a failing handler", () => {
  it("returns 500 without the message, which is logged with the event", async () => {
    const lines: LogLine[] = [];
    const error = new Error("password is hunter2");
    const result = await call(
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
    expect(result).toMatchObject({ status: 500, body: '{"error":"Internal server error"}' });
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
    [new IntegrationError("The channel is archived"), 400],
    [new IntegrationError("Come back later", 503), 503],
  ])("exposes an IntegrationError: %s", async (error, status) => {
    const fetch = () => {
      throw error;
    };
    const result = await call({ fetch }, eventRequest(fetchEvent()));
    expect(result).toMatchObject({ status, body: JSON.stringify({ error: error.message }) });
  });

  it("exposes an error of any class that asks for it, such as an OAuthError for a missing connection", async () => {
    class NotConnected extends Error {
      readonly code = "not_connected";
      readonly expose = true;
      readonly status = 409;
    }
    const fetch = () => Promise.reject(new NotConnected("Connect your account first"));
    const expected = { status: 409, body: '{"error":"Connect your account first"}' };
    expect(await call({ fetch }, eventRequest(fetchEvent()))).toMatchObject(expected);
  });

  it.each(["the password is hunter2", { expose: true, status: 400, message: "hunter2" }, undefined, null])(
    "hides a thrown value that is not an error: %j",
    async (value) => {
      const fetch = () => Promise.reject(value);
      const expected = { status: 500, body: '{"error":"Internal server error"}' };
      expect(await call({ fetch }, eventRequest(fetchEvent()))).toMatchObject(expected);
    },
  );

  it("hides an exposed error with an invalid status", async () => {
    const fetch = () => Promise.reject(new IntegrationError("odd", 200));
    expect(await call({ fetch }, eventRequest(fetchEvent()))).toMatchObject({ status: 500 });
  });

  it("fails if it returns a response whose body was already read", async () => {
    const lines: LogLine[] = [];
    const fetch = async () => {
      const response = Response.json({ id: 1 });
      await response.json();
      return response;
    };
    const result = await call({ fetch, log: (line) => lines.push(line) }, eventRequest(fetchEvent()));
    expect(result.status).toBe(500);
    expect(String(lines[0]?.fields.error)).toContain("no unread Response");
  });

  it("gets a response even if the log fails", async () => {
    const log = () => {
      throw new Error("disk full");
    };
    const fetch = () => Promise.reject(new Error("broken"));
    expect(await call({ fetch, log }, eventRequest(fetchEvent()))).toMatchObject({ status: 500 });
  });
});
