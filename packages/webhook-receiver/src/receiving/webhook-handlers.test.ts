import type { PageFeedbackEvent, SiteViewEvent, WebhookEvent } from "@plugboard/api";
import { expect, expectTypeOf, it } from "vitest";
import { createWebhookReceiver, type UnknownWebhookEvent, type WebhookContext } from "../index.ts";
import { contentUpdated, pageFeedback, secret } from "../../test/sample-events.fixture.ts";
import { createSignedRequest } from "../testing.ts";

it("types each handler by its event type", () => {
  createWebhookReceiver({
    secret: "whsec_",
    events: {
      page_feedback: (event, context) => {
        expectTypeOf(event).toEqualTypeOf<PageFeedbackEvent>();
        expectTypeOf(context).toEqualTypeOf<WebhookContext>();
      },
      site_view: async (event) => {
        expectTypeOf(event).toEqualTypeOf<SiteViewEvent>();
      },
      "*": (event) => {
        expectTypeOf(event).toEqualTypeOf<WebhookEvent | UnknownWebhookEvent>();
      },
    },
  });
  type EventName = keyof Parameters<typeof createWebhookReceiver>[0]["events"];
  expectTypeOf<EventName>().toEqualTypeOf<"space_content_updated" | "site_view" | "page_feedback" | "*">();
});

it("accepts handlers that return a value, such as a queue's result", async () => {
  const queue: string[] = [];
  const receiver = createWebhookReceiver({
    secret,
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
