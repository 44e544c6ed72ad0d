import * as z from "zod";
import { limits } from "./limits.ts";

/** One page of a list. */
export interface Page<Item> {
  readonly items: readonly Item[];
  /** Give it as `cursor` to read the page after this one; absent on the last page. */
  readonly next?: string | undefined;
}

/** Query of every list. */
export interface PageQuery {
  /** The `next` of the page before. */
  readonly cursor?: string | undefined;
  /** Items on a page, at most 100, which is also the default. */
  readonly limit?: number | undefined;
}

/** The fields of {@link PageQuery}, for lists that can be filtered. */
export const pageQueryFields = {
  cursor: z
    .string()
    .min(1)
    .max(limits.identifierLength)
    .meta({ description: "The `next` of the page before." })
    .optional(),
  limit: z.coerce
    .number<number>()
    .int()
    .min(1)
    .max(limits.pageItems)
    .meta({ description: `Items on a page; ${limits.pageItems} when left out.` })
    .optional(),
};

/** Checks the query of a list. */
export const pageQuerySchema: z.ZodType<PageQuery, PageQuery> = z.object(pageQueryFields);

/** Query of a list over all organizations that the caller is in. */
export interface OrganizationQuery extends PageQuery {
  /** Only what belongs to this organization. */
  readonly organization?: string | undefined;
}

/** The fields of {@link OrganizationQuery}, for lists that can be filtered further. */
export const organizationQueryFields = {
  ...pageQueryFields,
  organization: z
    .string()
    .min(1)
    .max(limits.identifierLength)
    .meta({ description: "Only what belongs to this organization." })
    .optional(),
};

/** Checks the query of a list over all organizations that the caller is in. */
export const organizationQuerySchema: z.ZodType<OrganizationQuery, OrganizationQuery> =
  z.object(organizationQueryFields);

/** Checks one page of a list of such items. */
export function pageOf<Item>(item: z.ZodType<Item>): z.ZodType<Page<Item>> {
  return z.object({ items: z.array(item).max(limits.pageItems), next: z.string().optional() });
}
