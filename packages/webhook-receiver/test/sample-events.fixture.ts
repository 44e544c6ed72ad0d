import * as z from "zod";

export const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/** The fields of a product's events, by type. */
export interface SampleEvents {
  readonly page_feedback: {
    readonly siteId: string;
    readonly pageId: string;
    readonly feedback: { readonly rating: string; readonly comment: string };
    readonly url: string;
  };
  readonly space_content_updated: { readonly spaceId: string; readonly revisionId: string };
}

/** The schemas of a product's events. */
export const schemas: { readonly [Type in keyof SampleEvents]: z.ZodType<SampleEvents[Type]> } = {
  page_feedback: z.looseObject({
    siteId: z.string(),
    pageId: z.string(),
    feedback: z.looseObject({ rating: z.string(), comment: z.string() }),
    url: z.string(),
  }),
  space_content_updated: z.looseObject({ spaceId: z.string(), revisionId: z.string() }),
};

export const pageFeedback = {
  eventId: "evt_feedback",
  type: "page_feedback",
  siteId: "site_1",
  installationId: "inst_1",
  pageId: "page_1",
  feedback: { rating: "good", comment: "Très bien 🌍" },
  url: "https://docs.example.com/start",
} as const;

export const contentUpdated = {
  eventId: "evt_content",
  type: "space_content_updated",
  spaceId: "space_1",
  installationId: "inst_1",
  revisionId: "rev_1",
} as const;
