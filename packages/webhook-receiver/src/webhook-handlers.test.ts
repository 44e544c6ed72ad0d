import type { PageFeedbackEvent, SiteViewEvent, WebhookEvent } from "@plugboard/api";
import { expectTypeOf, it } from "vitest";
import { createWebhookReceiver, type UnknownWebhookEvent, type WebhookContext } from "./index.ts";

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
