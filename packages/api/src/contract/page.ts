import * as z from "zod";
import { limits } from "./limits.ts";
import { shape } from "./shape.ts";

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Pass it as `cursor` to read the next page. Not set on the last page. */
  readonly next?: string | undefined;
}

/** The fields of `PageQuery`, for lists that can be filtered. */
export const pageQueryFields = {
  cursor: z.string().min(1).max(limits.identifierLength).optional().describe("The previous page's `next`."),
  limit: z.coerce
    .number<number>()
    .int()
    .min(1)
    .max(limits.pageItems)
    .optional()
    .describe(`Items per page, at most ${limits.pageItems}. Defaults to ${limits.pageItems}.`),
};

/** The schema of a list's query. */
export const pageQuerySchema = shape("PageQuery", "Pagination of a list.", z.object(pageQueryFields));

/** The fields of `OrganizationQuery`, for lists that can be filtered further. */
export const organizationQueryFields = {
  ...pageQueryFields,
  organization: z
    .string()
    .min(1)
    .max(limits.identifierLength)
    .optional()
    .describe("Only items of this organization."),
};

/** The schema of the query of lists across the caller's organizations. */
export const organizationQuerySchema = shape(
  "OrganizationQuery",
  "Pagination of a list across the caller's organizations.",
  z.object(organizationQueryFields),
);

/**
 * Returns the schema of a page of items.
 *
 * @example
 * import { pageOf } from "@plugboard/api/contract";
 * import * as z from "zod";
 *
 * const projects = pageOf(z.object({ id: z.string() }));
 * console.log(projects.parse({ items: [{ id: "prj_1" }] }).items.length); // 1
 */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item).max(limits.pageItems), next: z.string().optional() });
}
