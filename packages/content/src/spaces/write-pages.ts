import type { Insertable, Kysely } from "kysely";
import { inStatements } from "@plugboard/platform/product";
import type { ContentTables } from "../database/content-tables.ts";
import { termsOf } from "./page-terms.ts";
import type { Page } from "./pages.ts";
import type { OpenRevision } from "./revise-space.ts";
import { createTextTurns } from "./text-turns.ts";

/** A new page, or the new title, path and text of a page. */
export type PageContent = Pick<Page, "id" | "slug" | "title" | "markdown">;

/** The revision that a page's version belongs to. */
export interface VersionOwner {
  readonly organizationId: string;
  readonly spaceId: string;
  /** The ID of the revision. */
  readonly id: string;
  readonly number: number;
}

/** The number of pages whose texts and words are written per statement. */
export const textsAtOnce = 50;

/** A page's version with the words for searches. */
export type WordedContent = PageContent & { readonly terms: string };

/** Finds the words of pages. Pauses for other requests. */
export async function findWords(pages: readonly PageContent[]): Promise<WordedContent[]> {
  const worded: WordedContent[] = [];
  const turn = createTextTurns();
  for (const page of pages) {
    await turn(page.markdown);
    worded.push({ ...page, terms: termsOf(page) });
  }
  return worded;
}

/** Writes versions of at most {@link textsAtOnce} pages with their words. Pages don't show them yet. */
export async function writeVersions(
  db: Kysely<ContentTables>,
  { organizationId: organization_id, spaceId: space_id, id: revision_id, number }: VersionOwner,
  pages: readonly WordedContent[],
): Promise<void> {
  const location = { organization_id, space_id, revision_id };
  await db
    .insertInto("page_versions")
    .values(
      pages.map(({ id, slug, title, markdown }) => ({
        ...location,
        page_id: id,
        number,
        slug,
        title,
        markdown,
      })),
    )
    .execute();
  await db
    .insertInto("page_terms")
    .values(pages.map(({ id, terms }) => ({ ...location, page_id: id, terms })))
    .execute();
}

/** A page whose version in a revision is written. New pages have a location, others keep theirs. */
export interface ShownPage extends Pick<Page, "id" | "slug" | "title"> {
  readonly characters: number;
  readonly parentId?: string | null | undefined;
  readonly position?: number | undefined;
}

/** Points pages to their versions in a revision, and creates missing pages. */
export async function showVersions(
  { transaction, organizationId, spaceId, id: revision_id, number, now }: OpenRevision,
  pages: readonly ShownPage[],
): Promise<void> {
  for (const part of inStatements(pages))
    await transaction
      .insertInto("pages")
      .values(
        part.map(({ id, slug, title, characters, parentId = null, position = 0 }) => ({
          id,
          organization_id: organizationId,
          space_id: spaceId,
          slug,
          title,
          characters,
          parent_id: parentId,
          position,
          revision_id,
          number,
          updated_at: now,
        })),
      )
      .onConflict((conflict) =>
        conflict.column("id").doUpdateSet((row) => ({
          slug: row.ref("excluded.slug"),
          title: row.ref("excluded.title"),
          characters: row.ref("excluded.characters"),
          revision_id: row.ref("excluded.revision_id"),
          number: row.ref("excluded.number"),
          updated_at: row.ref("excluded.updated_at"),
        })),
      )
      .execute();
}

/** Writes new and changed pages in a revision. New pages start at position 0 of the top level; call `writeLocations` afterwards. */
export async function writePages(revision: OpenRevision, pages: readonly PageContent[]): Promise<void> {
  const { transaction, spaceId, id } = revision;
  for (let start = 0; start < pages.length; start += textsAtOnce) {
    const part = pages.slice(start, start + textsAtOnce);
    await writeVersions(transaction, revision, await findWords(part));
    await deleteTerms(
      transaction,
      spaceId,
      part.map((page) => page.id),
      id,
    );
    await showVersions(
      revision,
      part.map((page) => ({ ...page, characters: countCharacters(page.markdown) })),
    );
  }
}

/** A page of a space without revisions, such as a seed's. */
export type FirstPage = Omit<Insertable<ContentTables["pages"]>, "characters" | "number"> & {
  readonly markdown: string;
};

/**
 * Inserts pages of a space without revisions. Its first change records them as a revision.
 *
 * @example
 * import { insertFirstPages, tablesOf } from "@plugboard/content";
 * import type { Platform } from "@plugboard/platform";
 *
 * declare const platform: Platform;
 * await insertFirstPages(tablesOf(platform.db), [
 *   {
 *     id: "pag_1",
 *     organization_id: "org_1",
 *     space_id: "spc_1",
 *     slug: "welcome",
 *     title: "Welcome",
 *     markdown: "# Welcome",
 *     position: 0,
 *     revision_id: "rev_1",
 *     updated_at: Date.now(),
 *   },
 * ]);
 */
export async function insertFirstPages(
  db: Kysely<ContentTables>,
  pages: readonly FirstPage[],
): Promise<void> {
  for (const { markdown, ...page } of pages) {
    const { id, slug, title, organization_id: organizationId, space_id: spaceId, revision_id } = page;
    await writeVersions(
      db,
      { organizationId, spaceId, id: revision_id, number: firstNumber },
      await findWords([{ id, slug, title, markdown }]),
    );
    await db
      .insertInto("pages")
      .values({ ...page, characters: countCharacters(markdown), number: firstNumber })
      .execute();
  }
}

/** The number of a space's first revision. */
export const firstNumber = 1;

/** Deletes the words of pages in other revisions than this one. */
export async function deleteTerms(
  db: Kysely<ContentTables>,
  spaceId: string,
  pageIds: readonly string[],
  exceptRevisionId: string,
): Promise<void> {
  await db
    .deleteFrom("page_terms")
    .where("space_id", "=", spaceId)
    .where("page_id", "in", pageIds)
    .where("revision_id", "!=", exceptRevisionId)
    .execute();
}

/** Counts the characters of a text like the databases do: a surrogate pair is one. */
export function countCharacters(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}
