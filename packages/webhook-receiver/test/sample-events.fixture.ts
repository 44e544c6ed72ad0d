import type { PageFeedbackEvent, SpaceContentUpdatedEvent } from "@plugboard/api";

export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

export const pageFeedback: PageFeedbackEvent = {
  eventId: "evt_feedback",
  type: "page_feedback",
  siteId: "site_1",
  spaceId: "space_1",
  installationId: "inst_1",
  pageId: "page_1",
  feedback: { rating: "good", comment: "Très bien 🌍" },
  visitor: { anonymousId: "anon_1", userAgent: "Mozilla/5.0", ip: "203.0.113.7", cookies: {} },
  url: "https://docs.example.com/start",
  referrer: "",
};

export const contentUpdated: SpaceContentUpdatedEvent = {
  eventId: "evt_content",
  type: "space_content_updated",
  spaceId: "space_1",
  installationId: "inst_1",
  revisionId: "rev_1",
};
