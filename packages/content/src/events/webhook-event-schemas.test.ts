import { describe, expect, it } from "vitest";
import { fieldPaths } from "../../../api/src/fixtures/field-paths.fixture.ts";
import { exampleContentEvents } from "../fixtures/example-content-events.fixture.ts";
import { type WebhookEventType, webhookEventTypes } from "./content-event.ts";
import { webhookEventSchemas } from "./webhook-event-schemas.ts";

const visitor = [
  "visitor",
  "visitor.anonymousId",
  "visitor.userAgent",
  "visitor.ip",
  "visitor.cookies",
  "visitor.cookies.session",
];

// The tables under "Webhook event payloads", with one row per field.
const tables: Readonly<Record<WebhookEventType, readonly string[]>> = {
  space_content_updated: ["eventId", "type", "spaceId", "installationId", "revisionId"],
  site_view: ["eventId", "type", "siteId", "installationId", ...visitor, "url", "referrer"],
  page_feedback: [
    "eventId",
    "type",
    "siteId",
    "spaceId",
    "installationId",
    "pageId",
    "feedback",
    "feedback.rating",
    "feedback.comment",
    ...visitor,
    "url",
    "referrer",
  ],
};

describe("webhookEventSchemas", () => {
  it.each(webhookEventTypes)("%s has exactly the fields in its table", (type) => {
    expect(fieldPaths(exampleContentEvents[type]).sort()).toEqual([...tables[type]].sort());
    expect(webhookEventSchemas[type].parse(exampleContentEvents[type])).toEqual(exampleContentEvents[type]);
  });

  it("accepts any rating and a visitor without cookies", () => {
    const { page_feedback: event } = exampleContentEvents;
    const unusual = {
      ...event,
      feedback: { rating: "five stars", comment: "" },
      visitor: { ...event.visitor, cookies: {} },
    };
    expect(webhookEventSchemas.page_feedback.parse(unusual)).toEqual(unusual);
  });
});
