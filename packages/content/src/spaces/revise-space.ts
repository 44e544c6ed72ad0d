import type { RevisionAuthor } from "@plugboard/api/client";
import { sql, type Transaction } from "kysely";
import { orNotFound, PlatformError, type PlatformContext } from "@plugboard/platform";
import {
  createId,
  appendEvent,
  holdOrganization,
  inStatements,
  readOrganizationLimits,
} from "@plugboard/platform/product";
import { aboutSpace } from "../events/about.ts";
import { newContentEvent } from "../events/new-content-event.ts";
import { publishStaged, type StagedRevision } from "./stage-revision.ts";
import { firstNumber } from "./write-pages.ts";
import { orderPages, type PageLocation } from "./page-tree.ts";
import type { MeasuredPage } from "./pages-with-text.ts";
import type { ContentTables } from "../database/content-tables.ts";
import { tablesOf } from "../database/tables-of.ts";

/** A revision in progress. */
export interface OpenRevision {
  readonly transaction: Transaction<ContentTables>;
  readonly organizationId: string;
  readonly spaceId: string;
  readonly id: string;
  readonly number: number;
  /** Unix time in milliseconds. */
  readonly now: number;
}

/** The result of a change to a space's pages. */
export interface Revised {
  /** A short summary. */
  readonly summary: string;
  /** Whether the tree changed. */
  readonly restructured?: boolean | undefined;
  /** Whether another person approved exactly this change. Defaults to false. */
  readonly isApproved?: boolean | undefined;
}

/** Returns whether the author of a change manages an organization, and may change pages without an approval there. */
export type Manages = (organizationId: string) => boolean;

/** Options of {@link reviseSpace}. */
export interface RevisionOptions {
  /** The revision, if its page versions are stored. The callback must check its number. */
  readonly staged?: StagedRevision | undefined;
  /** Defaults to false for every organization. */
  readonly manages?: Manages | undefined;
}

/**
 * Changes the pages of a space as its next revision and emits `space_content_updated`, in one transaction.
 * Changes to the same space are serialized. A callback that returns `undefined` made no change. Returns the
 * callback's result.
 *
 * @throws PlatformError `not_found`, `conflict` if the space is in the trash, `forbidden` if the space requires an approval
 * that the change doesn't have
 */
export async function reviseSpace<Result extends Revised | undefined>(
  context: PlatformContext,
  spaceId: string,
  author: RevisionAuthor | undefined,
  change: (revision: OpenRevision) => Promise<Result>,
  options: RevisionOptions = {},
): Promise<Result> {
  const revised = await tablesOf(context.db)
    .transaction()
    .execute((transaction) =>
      reviseInTransaction(transaction, spaceId, author, context.now(), change, options),
    );
  if (revised !== undefined) context.onEvent();
  return revised;
}

async function reviseInTransaction<Result extends Revised | undefined>(
  transaction: Transaction<ContentTables>,
  spaceId: string,
  author: RevisionAuthor | undefined,
  now: number,
  change: (revision: OpenRevision) => Promise<Result>,
  { staged, manages }: RevisionOptions,
): Promise<Result> {
  // A no-op update to lock the row, so that revision numbers have no gaps and trees stay consistent.
  const space = await transaction
    .updateTable("spaces")
    .set({ id: spaceId })
    .where("id", "=", spaceId)
    .returning(["revision_number", "trashed_at", "organization_id", "requires_approval"])
    .executeTakeFirst();
  const { revision_number, trashed_at, organization_id, requires_approval } = orNotFound(
    space,
    `space ${spaceId}`,
  );
  if (trashed_at !== null)
    throw new PlatformError("conflict", "The space is in the trash. Restore it first.");
  const recorded =
    revision_number > 0 ? revision_number : await recordFirst(transaction, spaceId, organization_id, now);
  const id = staged?.id ?? createId("rev", now);
  const number = recorded + 1;
  const { maxPageCharacters } = await readOrganizationLimits(transaction, organization_id);
  // Also serializes changes to other spaces, so that the limit holds for their sum.
  if (maxPageCharacters !== undefined) await holdOrganization(transaction, organization_id);
  const before =
    maxPageCharacters === undefined ? 0 : await countPageCharacters(transaction, organization_id);
  const revised = await change({ transaction, organizationId: organization_id, spaceId, id, number, now });
  if (revised === undefined) return revised;
  if (requires_approval === 1 && revised.isApproved !== true && manages?.(organization_id) !== true)
    throw approvalRequired();
  if (staged !== undefined) await publishStaged(transaction, staged);
  if (maxPageCharacters !== undefined) {
    const after = await countPageCharacters(transaction, organization_id);
    if (after > maxPageCharacters && after > before) throw tooManyCharacters(maxPageCharacters, after);
  }
  const { summary, restructured = false } = revised;
  const tree = restructured ? await readTree(transaction, spaceId) : null;
  await insertRevision(transaction, { id, number, spaceId, organization_id, summary, author, tree, now });
  await appendEvent(
    transaction,
    newContentEvent({
      type: "space_content_updated",
      fields: { spaceId, revisionId: id },
      ...aboutSpace(spaceId),
    }),
    now,
  );
  return revised;
}

function approvalRequired(): PlatformError {
  return new PlatformError(
    "forbidden",
    "Changes to this space require an approval. Edit the page’s shared draft, send it for review, and publish it unchanged once another person has approved it.",
  );
}

async function countPageCharacters(
  transaction: Transaction<ContentTables>,
  organizationId: string,
): Promise<number> {
  const { characters } = await transaction
    .selectFrom("pages")
    .select((row) => row.fn.sum<number | string | null>("characters").as("characters"))
    .where("organization_id", "=", organizationId)
    .executeTakeFirstOrThrow();
  return Number(characters ?? 0);
}

function tooManyCharacters(allowed: number, characters: number): PlatformError {
  return new PlatformError(
    "conflict",
    `The pages of the organization would have ${characters} characters; the limit is ${allowed}. Shorten some, or ask the platform administrator for a higher limit.`,
  );
}

/** Records the pages of a space without revisions as its first one, if there are any. @returns its number */
export async function recordFirst(
  transaction: Transaction<ContentTables>,
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
  const tree = await readTree(transaction, spaceId);
  const summary = "The pages before the first recorded change";
  const revision = { id: newest.revision_id, number: firstNumber, spaceId, organization_id, summary, tree };
  await insertRevision(transaction, { ...revision, now: Math.min(now, newest.updated_at) });
  return firstNumber;
}

async function insertRevision(
  transaction: Transaction<ContentTables>,
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

/** Returns the positions of a space's pages, with the length of their texts. */
export async function readLocations(
  transaction: Transaction<ContentTables>,
  spaceId: string,
): Promise<(PageLocation & MeasuredPage)[]> {
  return await transaction
    .selectFrom("pages")
    .select(["id", "parent_id as parentId", "position", "characters"])
    .where("space_id", "=", spaceId)
    .execute();
}

async function readTree(transaction: Transaction<ContentTables>, spaceId: string): Promise<string> {
  const pages = orderPages(await readLocations(transaction, spaceId));
  return JSON.stringify(pages.map(({ id, parentId }) => [id, parentId]));
}

/** Writes the changed positions of pages. */
export async function writeLocations(
  { transaction, spaceId }: Pick<OpenRevision, "transaction" | "spaceId">,
  before: readonly PageLocation[],
  after: readonly PageLocation[],
): Promise<void> {
  const oldLocations = new Map(before.map((location) => [location.id, location]));
  const changed = after.filter(({ id, parentId, position }) => {
    const old = oldLocations.get(id);
    return old?.parentId !== parentId || old.position !== position;
  });
  for (const part of inStatements(changed)) {
    const rows = part.map(
      ({ id, parentId, position }) => sql`(${id}, ${parentId}, cast(${position} as integer))`,
    );
    // Both databases name the columns of a list of values in this way.
    type Moved = { readonly column1: string; readonly column2: string | null; readonly column3: number };
    await transaction
      .updateTable("pages")
      .from(sql<Moved>`(values ${sql.join(rows)})`.as("moved"))
      .set((row) => ({ parent_id: row.ref("moved.column2"), position: row.ref("moved.column3") }))
      .whereRef("pages.id", "=", "moved.column1")
      .where("pages.space_id", "=", spaceId)
      .execute();
  }
}
