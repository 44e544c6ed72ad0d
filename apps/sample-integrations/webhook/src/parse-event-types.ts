import { type WebhookEventType, webhookEventTypes } from "@plugboard/api";

/** The event types named in a list such as `site_view, page_feedback`; what is no event type is left out. */
export function parseEventTypes(listed: string): readonly WebhookEventType[] {
  const names = listed.split(/[\s,]+/);
  return webhookEventTypes.filter((type) => names.includes(type));
}
