import type { Visitor, WebhookEvent, WebhookEventMap, WebhookEventType } from "@plugboard/api";

const visitor: Visitor = {
  anonymousId: "00000000-0000-4000-8000-000000000000",
  userAgent: "Plugboard test event",
  ip: "192.0.2.1",
  cookies: {},
};
const page = { visitor, url: "https://docs.example.com/page", referrer: "https://docs.example.com/" };

const samples: {
  readonly [Type in WebhookEventType]: Omit<WebhookEventMap[Type], "eventId" | "installationId">;
} = {
  space_content_updated: { type: "space_content_updated", spaceId: "spc_test", revisionId: "rev_test" },
  site_view: { type: "site_view", siteId: "sit_test", ...page },
  page_feedback: {
    type: "page_feedback",
    siteId: "sit_test",
    spaceId: "spc_test",
    pageId: "pag_test",
    feedback: { rating: "good", comment: "This is a test event." },
    ...page,
  },
};

/** An event of a type with made-up contents, for trying an endpoint. */
export function createSampleEvent(
  type: WebhookEventType,
  ids: { readonly eventId: string; readonly installationId: string },
): WebhookEvent {
  return { ...ids, ...samples[type] };
}
