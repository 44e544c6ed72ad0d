import { sql, type Transaction } from "kysely";
import { createId } from "../common/create-id.ts";
import { found, PlatformError } from "../common/platform-error.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import type { Tables } from "../database/tables.ts";
import { appendEvent } from "../events/append-event.ts";
import { holdOrganization } from "../organizations/members.ts";
import { readOrganizationLimits } from "../rate-limits/organization-limits.ts";
import { orderPages, type PagePlace } from "./page-tree.ts";

/** Who made a revision. */
export interface RevisionAuthor {
  readonly type: "administrator" | "git" | "integration" | "key" | "member";
  /** The integration's name, or an identifier. */
  readonly id?: string | undefined;
  /** What people call a member. */
  readonly name?: string | undefined;
}

/** A revision that is being made. */
export interface OpenRevision {
  readonly transaction: Transaction<Tables>;
  readonly organizationId: string;
  readonly spaceId: string;
  readonly id: string;
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** What a change did to a space's pages. */
export interface Revised {
  /** In a few words. */
  readonly summary: string;
  /** Pages that were made, or whose title, path or text is another now. */
  readonly pageIds: readonly string[];
  /** The tree is another now. */
  readonly restructured?: boolean | undefined;
}

/**
 * Changes the pages of a space as its next revision and emits `space_content_updated`, all or nothing. Changes of one space
 * wait for each other. A change that responds with `undefined` made none.
 *
 * @throws PlatformError `not_found`, `conflict` for a space in the trash
 */
export async function reviseSpace(
  context: PlatformContext,
  spaceId: string,
  author: RevisionAuthor | undefined,
  change: (revision: OpenRevision) => Promise<Revised | undefined>,
): Promise<void> {
  const revised = await context.db
    .transaction()
    .execute((transaction) => reviseInTransaction(transaction, spaceId, author, context.now(), change));
  if (revised) context.onEvent();
}

async function reviseInTransaction(
  transaction: Transaction<Tables>,
  spaceId: string,
  author: RevisionAuthor | undefined,
  now: number,
  change: (revision: OpenRevision) => Promise<Revised | undefined>,
): Promise<boolean> {
  // An update that changes nothing: it holds the row, so that the numbers of revisions have no gaps and trees stay whole.
  const space = await transaction
    .updateTable("spaces")
    .set({ id: spaceId })
    .where("id", "=", spaceId)
    .returning(["revision_number", "trashed_at", "organization_id"])
    .executeTakeFirst();
  const { revision_number, trashed_at, organization_id } = found(space, `space ${spaceId}`);
  if (trashed_at !== null)
    throw new PlatformError("conflict", "The space is in the trash. Restore it first.");
  const recorded =
    revision_number > 0 ? revision_number : await recordFirst(transaction, spaceId, organization_id, now);
  const id = createId("rev", now);
  const number = recorded + 1;
  const { maxPageCharacters } = await readOrganizationLimits(transaction, organization_id);
  // Changes of other spaces wait too: each is within the limit with those before it.
  if (maxPageCharacters !== undefined) await holdOrganization(transaction, organization_id);
  const before =
    maxPageCharacters === undefined ? 0 : await countPageCharacters(transaction, organization_id);
  const revised = await change({ transaction, organizationId: organization_id, spaceId, id, number, now });
  if (revised === undefined) return false;
  if (maxPageCharacters !== undefined) {
    const after = await countPageCharacters(transaction, organization_id);
    if (after > maxPageCharacters && after > before) throw tooManyCharacters(maxPageCharacters, after);
  }
  const { summary, pageIds, restructured = false } = revised;
  for (const pageId of pageIds) await recordPages(transaction, spaceId, number, pageId);
  const tree = restructured ? await readTree(transaction, spaceId) : null;
  await insertRevision(transaction, { id, number, spaceId, organization_id, summary, author, tree, now });
  await appendEvent(
    transaction,
    { type: "space_content_updated", fields: { spaceId, revisionId: id }, spaceId },
    now,
  );
  return true;
}

async function countPageCharacters(
  transaction: Transaction<Tables>,
  organizationId: string,
): Promise<number> {
  const { characters } = await transaction
    .selectFrom("pages")
    .select((row) => row.fn.sum<number | string | null>("characters").as("characters"))
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return Number(characters ?? 0);
}

function tooManyCharacters(allowed: number, wanted: number): PlatformError {
  return new PlatformError(
    "conflict",
    `The pages of the organization would have ${wanted} characters, and may have ${allowed}. Shorten some, or ask the platform's administrator for more.`,
  );
}

/** Records the pages that a space has as its first revision; a space without pages has none. @returns its number */
export async function recordFirst(
  transaction: Transaction<Tables>,
  spaceId: string,
  organization_id: string,
  now: number,
): Promise<number> {
  const newest = await transaction
    .selectFrom("pages")
    .select(["revision_id", "updated_at"])
    .where("space_id", "=", spaceId)
    .orderBy("updated_at", "desc")
    .orderBy("revision_id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (newest === undefined) return 0;
  await recordPages(transaction, spaceId, 1);
  const tree = await readTree(transaction, spaceId);
  const summary = "The pages before their first recorded change";
  const revision = { id: newest.revision_id, number: 1, spaceId, organization_id, summary, tree };
  await insertRevision(transaction, { ...revision, now: Math.min(now, newest.updated_at) });
  return 1;
}

async function insertRevision(
  transaction: Transaction<Tables>,
  revision: {
    readonly id: string;
    readonly number: number;
    readonly spaceId: string;
    readonly organization_id: string;
    readonly summary: string;
    readonly author?: RevisionAuthor | undefined;
    readonly tree: string | null;
    readonly now: number;
  },
): Promise<void> {
  const { id, number, spaceId, organization_id, summary, author, tree, now } = revision;
  await transaction
    .insertInto("revisions")
    .values({
      id,
      number,
      space_id: spaceId,
      organization_id,
      summary,
      author: author === undefined ? null : JSON.stringify(author),
      tree,
      created_at: now,
    })
    .execute();
  await transaction
    .updateTable("spaces")
    .set({ revision_number: number, revision_id: id })
    .where("id", "=", spaceId)
    .execute();
}

/** Keeps what pages of a space say now, one or all of them, as their version of a revision. */
async function recordPages(
  transaction: Transaction<Tables>,
  spaceId: string,
  number: number,
  pageId?: string,
): Promise<void> {
  await transaction
    .insertInto("page_versions")
    .columns(["organization_id", "space_id", "page_id", "number", "revision_id", "slug", "title", "markdown"])
    .expression((build) => {
      const pages = build
        .selectFrom("pages")
        .select(["organization_id", "space_id", "id", sql<number>`cast(${number} as integer)`.as("number")])
        .select(["revision_id", "slug", "title", "markdown"])
        .where("space_id", "=", spaceId);
      return pageId === undefined ? pages : pages.where("id", "=", pageId);
    })
    .execute();
}

/** Where the pages of a space are. */
export async function readPlaces(transaction: Transaction<Tables>, spaceId: string): Promise<PagePlace[]> {
  return await transaction
    .selectFrom("pages")
    .select(["id", "parent_id as parentId", "position"])
    .where("space_id", "=", spaceId)
    .execute();
}

async function readTree(transaction: Transaction<Tables>, spaceId: string): Promise<string> {
  const pages = orderPages(await readPlaces(transaction, spaceId));
  return JSON.stringify(pages.map(({ id, parentId }) => [id, parentId]));
}

/** Writes the places of pages that differ from those before. */
export async function writePlaces(
  { transaction, spaceId }: Pick<OpenRevision, "transaction" | "spaceId">,
  before: readonly PagePlace[],
  after: readonly PagePlace[],
): Promise<void> {
  const known = new Map(before.map((place) => [place.id, place]));
  for (const { id, parentId, position } of after) {
    const old = known.get(id);
    if (old?.parentId === parentId && old.position === position) continue;
    await transaction
      .updateTable("pages")
      .set({ parent_id: parentId, position })
      .where("space_id", "=", spaceId)
      .where("id", "=", id)
      .execute();
  }
}
