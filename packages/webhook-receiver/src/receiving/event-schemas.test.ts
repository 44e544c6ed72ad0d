import { expect, expectTypeOf, it, onTestFinished, vi } from "vitest";
import * as z from "zod";
import * as mini from "zod/mini";
import { createWebhookReceiver, type WebhookReceiverError } from "../index.ts";
import { secret } from "../../test/sample-events.fixture.ts";
import { signedRequest } from "./receiver-setup.fixture.ts";

const opened = {
  eventId: "evt_1",
  type: "issue_opened",
  installationId: "ins_1",
  projectId: "prj_1",
  title: "Login fails",
  addedLater: true,
};

const schemas = { issue_opened: z.object({ projectId: z.string(), title: z.string() }) };

it("passes a product's event to the handler of its type, typed and with unknown fields", async () => {
  const seen: unknown[] = [];
  const receiver = createWebhookReceiver({
    secret,
    schemas,
    events: {
      issue_opened: (event, context) => {
        expectTypeOf(event.title).toEqualTypeOf<string>();
        expectTypeOf(event.type).toEqualTypeOf<"issue_opened">();
        seen.push(event, context.eventId);
      },
    },
  });
  const send = async () => (await receiver.fetch(await signedRequest(opened))).status;
  expect([await send(), await send()]).toEqual([200, 200]);
  // The second request is a duplicate.
  expect(seen).toEqual([opened, "evt_1"]);
});

it("passes events without schema or handler to the catch-all", async () => {
  const handled = vi.fn<(event: object) => void>();
  const receiver = createWebhookReceiver({ secret, schemas, events: { "*": handled } });
  const unknown = { eventId: "evt_2", type: "constructor", installationId: "ins_1", extra: 1 };
  for (const event of [opened, unknown]) await receiver.fetch(await signedRequest(event));
  expect(handled.mock.calls.map(([event]) => event)).toEqual([opened, unknown]);
});

it("rejects an event that doesn't match the schema of its type", async () => {
  const errors: WebhookReceiverError[] = [];
  const handled = vi.fn<(event: object) => void>();
  const receiver = createWebhookReceiver({
    secret,
    schemas,
    events: { issue_opened: handled },
    onError: (error) => errors.push(error),
  });
  const { status } = await receiver.fetch(await signedRequest({ ...opened, title: 7 }));
  expect(status).toBe(400);
  expect(handled).not.toHaveBeenCalled();
  expect(errors).toMatchObject([
    {
      code: "event_invalid",
      message: expect.stringContaining("The issue_opened event is not valid at title:"),
    },
  ]);
});

it.each([
  ["a field of another type", { projectId: 7 }, "projectId: Invalid input: expected string"],
  ["a missing field", { by: {} }, "by.name: Invalid input: expected string"],
  ["another value", { state: "gone" }, 'state: Invalid input: expected "open" or "closed"'],
  ["no alternative of a union", { amount: true }, "amount: Invalid input: expected string or number"],
  ["another kind", { target: { kind: "page" } }, 'target.kind: Invalid input: expected "space" or "site"'],
  ["another format", { url: "x" }, "url: Invalid input: expected url"],
  ["a short list", { labels: [] }, "labels: Invalid input: expected at least 1"],
  ["a long list", { labels: ["a", "b", "c"] }, "labels: Invalid input: expected at most 2"],
  ["an own check", { title: "" }, "title: must not be empty"],
])(
  "names the field and what was expected for %s, with schemas that have no messages",
  async (_what, fields, expected) => {
    // As in a bundle without a locale; the full zod, imported above, has set one.
    const { customError, localeError } = z.config();
    z.config({ customError: undefined, localeError: undefined });
    onTestFinished(() => void z.config({ customError, localeError }));
    const errors: WebhookReceiverError[] = [];
    const receiver = createWebhookReceiver({
      secret,
      schemas: {
        issue_opened: mini.looseObject({
          projectId: mini.string(),
          by: mini.object({ name: mini.string() }),
          state: mini.enum(["open", "closed"]),
          amount: mini.optional(mini.union([mini.string(), mini.number()])),
          target: mini.optional(
            mini.discriminatedUnion("kind", [
              mini.object({ kind: mini.literal("space") }),
              mini.object({ kind: mini.literal("site") }),
            ]),
          ),
          url: mini.url(),
          labels: mini.array(mini.string()).check(mini.minLength(1), mini.maxLength(2)),
          title: mini.string().check(mini.refine((title) => title !== "", "must not be empty")),
        }),
      },
      events: {},
      onError: (error) => errors.push(error),
    });
    const valid = { by: { name: "Ada" }, state: "open", url: "https://example.com", labels: ["a"] };
    await receiver.fetch(await signedRequest({ ...opened, ...valid, ...fields }));
    expect(errors.map(({ message }) => message)).toEqual([
      `The issue_opened event is not valid at ${expected}`,
    ]);
  },
);

it("rejects unsigned events and options without a secret", async () => {
  const receiver = createWebhookReceiver({ secret, schemas, events: {} });
  const request = new Request("https://receiver.test/", { method: "POST", body: JSON.stringify(opened) });
  expect((await receiver.fetch(request)).status).toBe(401);
  expect(() => createWebhookReceiver({ secret: "", schemas, events: {} })).toThrow(
    expect.objectContaining({ code: "configuration_invalid" }),
  );
});
