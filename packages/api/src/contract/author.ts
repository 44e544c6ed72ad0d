import * as z from "zod";
import { shape } from "./shape.ts";

/** The schema of the author of a change. */
export const authorSchema = shape(
  "RevisionAuthor",
  "The author of a revision or comment.",
  z.object({
    type: z.enum(["administrator", "git", "integration", "key", "member"]),
    id: z
      .string()
      .optional()
      .describe("An id, or the integration's name. Not set for a platform administrator."),
    name: z.string().optional().describe("A member's name."),
  }),
);
