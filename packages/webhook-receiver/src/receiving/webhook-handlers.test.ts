import { expect, expectTypeOf, it } from "vitest";
import * as z from "zod";
import { createWebhookReceiver, type WebhookContext } from "../index.ts";
import { contentUpdated, pageFeedback, schemas, secret } from "../../test/sample-events.fixture.ts";
import { createSignedRequest } from "../testing.ts";

it("types each handler by its event type", () => {
  createWebhookReceiver({
    secret: "whsec_",
    schemas: { issue_opened: z.object({ title: z.string() }), issue_closed: z.object({}) },
    events: {
      issue_opened: (event, context) => {
        expectTypeOf(event.title).toEqualTypeOf<string>();
        expectTypeOf(event.type).toEqualTypeOf<"issue_opened">();
        expectTypeOf(event.installationId).toEqualTypeOf<string>();
        expectTypeOf(context).toEqualTypeOf<WebhookContext>();
        // @ts-expect-error -- the schema has no such field
        void event.titel;
      },
      "*": (event) => {
        expectTypeOf(event.type).toEqualTypeOf<string>();
      },
    },
  });
  createWebhookReceiver({
    secret: "whsec_",
    schemas,
    // @ts-expect-error -- the event has no schema
    events: { page_feedbacks: () => undefined },
  });
  // @ts-expect-error -- the event has no schema
  createWebhookReceiver({ secret: "whsec_", events: { issue_opened: () => undefined } });
});

it("accepts handlers that return a value, such as a queue's result", async () => {
  const queue: string[] = [];
  const receiver = createWebhookReceiver({
    secret,
    schemas,
    events: {
      page_feedback: ({ pageId }) => queue.push(pageId),
      space_content_updated: async ({ revisionId }) => queue.push(revisionId),
    },
  });
  for (const event of [pageFeedback, contentUpdated]) {
    expect((await receiver.fetch(await createSignedRequest({ secret, event }))).status).toBe(200);
  }
  expect(queue).toEqual([pageFeedback.pageId, contentUpdated.revisionId]);
});
