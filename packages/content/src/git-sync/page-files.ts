import type { Kysely } from "kysely";
import type { PlatformContext } from "@plugboard/platform";
import { listPages, type ListedPage } from "../spaces/pages.ts";
import { summaryPath } from "./space-files.ts";
import type { ContentTables } from "../database/content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";

/**
 * Returns the path of each page's Markdown file below the folder of its space, by page ID. A page that was never synced
 * has the path that its first sync would create. Relative links between pages use these paths.
 *
 * @example
 * import { listPageFiles } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * const files = await listPageFiles(platform, "spc_1");
 * console.log(files.get("pag_1")); // "guides/setup.md"
 */
export async function listPageFiles(
  context: PlatformContext,
  spaceId: string,
): Promise<ReadonlyMap<string, string>> {
  const pages = await listPages(context, spaceId);
  return choosePaths(pages, await readKnownPaths(tablesOf(context.db), spaceId));
}

/** Returns the repository paths of the pages that were synced. */
export async function readKnownPaths(
  db: Kysely<ContentTables>,
  spaceId: string,
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom("git_files")
    .select(["page_id", "path"])
    .where("space_id", "=", spaceId)
    .execute();
  return new Map(rows.map(({ page_id, path }) => [page_id, path]));
}

/**
 * Returns the path of each page: its existing one, or one from its slug in the folder named after its parent.
 */
function choosePaths(
  pages: readonly ListedPage[],
  oldPaths: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const paths = new Map<string, string>();
  const taken = new Set(oldPaths.values());
  for (const { id, slug, parentId } of pages) {
    const above = parentId === null ? undefined : paths.get(parentId);
    const folder =
      above === undefined ? "" : `${above.replace(/(?:^|\/)README\.md$|\.md$/i, "")}/`.replace(/^\//, "");
    let path = oldPaths.get(id) ?? `${folder}${slug}.md`;
    for (let number = 2; !oldPaths.has(id) && (taken.has(path) || path === summaryPath); number += 1)
      path = `${folder}${slug}-${number}.md`;
    taken.add(path);
    paths.set(id, path);
  }
  return paths;
}
