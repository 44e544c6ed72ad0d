import type { Transaction } from "kysely";
import type { PlatformContext } from "@plugboard/platform";
import { isoDay } from "@plugboard/platform/product";
import type { ContentTables } from "../database/content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";

/** The upper bound of the process counters. */
export const maxCounter = 1_000_000;

/** A view of a page. */
export interface PageView {
  readonly siteId: string;
  readonly pageId: string;
  /** The counter of this process. With separate counters, processes don't wait for each other. */
  readonly counter: number;
  /** Unix time in milliseconds. */
  readonly time: number;
}

/** Adds page views to the daily counts. */
export async function countViews(
  transaction: Transaction<ContentTables>,
  views: readonly PageView[],
): Promise<void> {
  const byRow = Map.groupBy(views, ({ siteId, pageId, counter, time }) =>
    JSON.stringify([siteId, isoDay(time), pageId, counter]),
  );
  // Sorted, so that two transactions cannot deadlock.
  const rows = [...byRow].toSorted(([one], [other]) => (one < other ? -1 : 1));
  await transaction
    .insertInto("page_views")
    .values((query) =>
      rows.flatMap(([, [first, ...others]]) => {
        if (first === undefined) return [];
        const { siteId: site_id, pageId: page_id, counter, time } = first;
        return {
          organization_id: query.selectFrom("sites").select("organization_id").where("id", "=", site_id),
          site_id,
          page_id,
          counter,
          day: isoDay(time),
          views: 1 + others.length,
        };
      }),
    )
    .onConflict((conflict) =>
      conflict
        .columns(["site_id", "day", "page_id", "counter"])
        .doUpdateSet((row) => ({ views: row("page_views.views", "+", row.ref("excluded.views")) })),
    )
    .execute();
}

/** The views of a page on one day. */
export interface PageViews {
  readonly pageId: string;
  /** The day in UTC, such as `2026-01-15`. */
  readonly day: string;
  readonly views: number;
}

const dayMilliseconds = 24 * 3600 * 1000;
const defaultDays = 30;

/**
 * Returns the daily views of a site's pages.
 *
 * @param days - the first and last day. Defaults to the last thirty days
 */
export async function listSiteViews(
  { db, now }: PlatformContext,
  siteId: string,
  days: { readonly from?: string | undefined; readonly to?: string | undefined } = {},
): Promise<PageViews[]> {
  const { to = isoDay(now()), from = isoDay(Date.parse(to) - defaultDays * dayMilliseconds) } = days;
  const rows = await tablesOf(db)
    .selectFrom("page_views")
    .select(({ fn }) => ["page_id as pageId", "day", fn.sum("views").as("views")])
    .where("site_id", "=", siteId)
    .where("day", ">=", from)
    .where("day", "<=", to)
    .groupBy(["day", "page_id"])
    .execute();
  return rows.map(({ views, ...row }) => ({ ...row, views: Number(views) }));
}
