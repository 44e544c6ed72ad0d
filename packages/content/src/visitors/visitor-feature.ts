import { defineFeature, type Feature } from "@plugboard/platform";
import {
  eraseSubject,
  limitOf,
  listSubjectEvents,
  showPage,
  toPlatformEvent,
} from "@plugboard/platform/product";
import { visitorOperations } from "./contract/visitor-operations.ts";

/** The API for the data of visitors. */
export const visitorFeature: Feature = defineFeature(visitorOperations, (platform) => ({
  listVisitorEvents: async ({ params: { organizationId, visitorId }, query }) => {
    const { cursor } = query;
    const part = { cursor, limit: limitOf(query) };
    return await showPage(
      await listSubjectEvents(platform, organizationId, visitorId, part),
      toPlatformEvent,
    );
  },
  eraseVisitor: async ({ params: { organizationId, visitorId } }) => ({
    events: await eraseSubject(platform, organizationId, visitorId),
  }),
}));
