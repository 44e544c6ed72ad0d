import {
  authorSchema,
  defineOperations,
  everyMember,
  limits,
  operation,
  pageOf,
  pageQuerySchema,
  shape,
} from "@plugboard/api/contract";
import * as z from "zod";
import { pathParameters } from "../../parameters/path-parameters.ts";
import type { PagePresence } from "../../client/types.ts";

const windowSchema = z
  .string()
  .min(1)
  .max(limits.identifierLength)
  .describe("An ID that the window has chosen. At most 200 characters.");

const caretSchema = z
  .string()
  .max(limits.identifierLength * 5)
  .optional()
  .describe(
    "The caret in the page's shared draft, in a form that windows agree on. At most 1,000 characters.",
  );

const presenceSchema = shape(
  "PagePresence",
  "A window in which someone has a page open. It is kept in memory for 90 seconds after its last announcement.",
  z.object({
    id: windowSchema,
    author: authorSchema,
    isTyping: z.boolean().describe("True for 8 seconds after an announcement with `typing`."),
    caret: caretSchema,
  }),
);

const announcementSchema = shape(
  "PagePresenceAnnouncement",
  "The activity of a window on a page. Send it again within 90 seconds, or within 8 seconds while typing.",
  z.object({ id: windowSchema, activity: z.enum(["viewing", "typing", "left"]), caret: caretSchema }),
);

const presence: PagePresence = {
  id: "win_1",
  author: { type: "member", id: "usr_1", name: "Ada" },
  isTyping: true,
};

/** Operations for the presence of people on pages. */
export const pagePresenceOperations = defineOperations(
  {
    listPagePresence: operation({
      method: "GET",
      path: "/spaces/{spaceId}/pages/{pageId}/presence",
      tag: "Content",
      summary: "List the windows in which a page is open, including the caller's",
      access: "administrator",
      roles: everyMember,
      query: pageQuerySchema,
      response: pageOf(presenceSchema),
      example: { response: { items: [presence] } },
    }),
    announcePagePresence: operation({
      method: "POST",
      path: "/spaces/{spaceId}/pages/{pageId}/presence",
      tag: "Content",
      summary: "Announce that a window has a page open, or left it",
      access: "administrator",
      roles: everyMember,
      // The handler notes a change only if others see a difference.
      changes: false,
      body: announcementSchema,
      example: { body: { id: presence.id, activity: "typing" } },
    }),
  },
  pathParameters,
);
