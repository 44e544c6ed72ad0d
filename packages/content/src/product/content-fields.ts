import { limits, type ProductFields } from "@plugboard/api/contract";
import * as z from "zod";

/** The fields of the documentation product in schemas of the platform. */
export const contentFields = {
  componentContext: z.object({
    pageId: z.string().min(1).max(limits.identifierLength).exactOptional(),
  }),
  usage: z.object({
    spaces: z.int().meta({ examples: [2] }),
    pages: z.int().meta({ examples: [31] }),
    sites: z.int().meta({ examples: [1] }),
    imageBytes: z.int().meta({ description: "Bytes of all images of pages.", examples: [3_400_000] }),
  }),
  quota: z.object({
    maxPageCharacters: z
      .int()
      .min(0)
      .max(1_000_000_000_000)
      .optional()
      .describe("Characters of all current pages."),
    maxImageBytes: z
      .int()
      .min(0)
      .max(1_000_000_000_000)
      .optional()
      .describe("Bytes of all images of pages. Defaults to 1 GiB."),
  }),
} satisfies ProductFields;
