import { PlatformError, type PlatformContext } from "@plugboard/platform";
import { createId } from "@plugboard/platform/product";
import type { ExpressionBuilder, Transaction } from "kysely";
import type { ContentTables } from "../database/content-tables.ts";
import type { ReadContext } from "../database/read-context.ts";
import { tablesOf } from "../database/tables-of.ts";
import { findWords, type PageContent, textsAtOnce, type VersionOwner, writeVersions } from "./write-pages.ts";

/** A revision whose page versions are stored before it exists. */
export type StagedRevision = Pick<VersionOwner, "id" | "spaceId" | "number">;

/** Writing this many characters with their words takes about 10 ms. */
const batchCharacters = 256 * 1024;
/** Without a new batch for this time, the process that staged the revision has died. */
const abandonedMilliseconds = 15 * 60 * 1000;

/**
 * Stores the page versions of a large revision in small transactions, because other changes wait for a large one on SQLite.
 * They are invisible until `reviseSpace` publishes the revision.
 *
 * @throws PlatformError `conflict` if it was discarded because a batch took too long
 */
export async function stageRevision(
  context: PlatformContext,
  revision: VersionOwner,
  pages: readonly PageContent[],
): Promise<StagedRevision> {
  const { id, organizationId: organization_id, spaceId: space_id, number } = revision;
  const db = tablesOf(context.db);
  const row = { id, organization_id, space_id, number, state: "staging", staged_at: context.now() } as const;
  await db.insertInto("staged_revisions").values(row).execute();
  try {
    for (const batch of batchesOf(pages)) {
      const worded = await findWords(batch);
      await db.transaction().execute(async (transaction) => {
        await updateStaging(transaction, id, { staged_at: context.now() });
        await writeVersions(transaction, revision, worded);
      });
    }
  } catch (error) {
    // If this fails too, a job discards it.
    await discardStaged(context, revision).catch(() => {});
    throw error;
  }
  return revision;
}

/**
 * Stages a revision, and publishes it with `publish`. Discards it if that fails.
 *
 * @throws PlatformError `conflict` if it was discarded because a batch took too long
 */
export async function withStagedRevision(
  context: PlatformContext,
  revision: Omit<VersionOwner, "id">,
  pages: readonly PageContent[],
  publish: (staged: StagedRevision) => Promise<unknown>,
): Promise<void> {
  const staged = await stageRevision(context, { ...revision, id: createId("rev", context.now()) }, pages);
  try {
    await publish(staged);
  } catch (error) {
    // If this fails too, a job discards it.
    await discardStaged(context, staged).catch(() => {});
    throw error;
  }
  // Readers have the pages already. If this fails, a job finishes it.
  await finishStaged(context, staged).catch(() => {});
}

function* batchesOf(pages: readonly PageContent[]): Generator<readonly PageContent[]> {
  let [start, characters] = [0, 0];
  for (const [at, { markdown }] of pages.entries()) {
    if (at > start && (at === start + textsAtOnce || characters + markdown.length > batchCharacters)) {
      yield pages.slice(start, at);
      [start, characters] = [at, 0];
    }
    characters += markdown.length;
  }
  if (start < pages.length) yield pages.slice(start);
}

async function updateStaging(
  transaction: Transaction<ContentTables>,
  id: string,
  change: Partial<Pick<ContentTables["staged_revisions"], "staged_at" | "state">>,
): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable("staged_revisions")
    .set(change)
    .where("id", "=", id)
    .where("state", "=", "staging")
    .executeTakeFirst();
  if (numUpdatedRows === 0n)
    throw new PlatformError(
      "conflict",
      "Storing the pages took too long, so the change was discarded. Try again.",
    );
}

/**
 * Publishes a staged revision in the transaction that creates the revision.
 *
 * @throws PlatformError `conflict` if it was discarded
 */
export async function publishStaged(
  transaction: Transaction<ContentTables>,
  { id }: StagedRevision,
): Promise<void> {
  await updateStaging(transaction, id, { state: "published" });
}

/** Deletes the words of replaced and deleted pages of a published revision, in small statements. */
async function finishStaged(
  { db }: ReadContext,
  { id, spaceId }: Pick<StagedRevision, "id" | "spaceId">,
): Promise<void> {
  const tables = tablesOf(db);
  const staged = tables
    .selectFrom("staged_revisions")
    .select("staged_revisions.id")
    .where("staged_revisions.space_id", "=", spaceId);
  const isStale = (row: ExpressionBuilder<ContentTables, "page_terms">) =>
    row.and([
      row("revision_id", "not in", staged),
      row.not(
        row.exists(
          row
            .selectFrom("pages")
            .select("pages.id")
            .whereRef("pages.id", "=", "page_terms.page_id")
            .whereRef("pages.revision_id", "=", "page_terms.revision_id"),
        ),
      ),
    ]);
  let from = "";
  for (;;) {
    const stale = await tables
      .selectFrom("page_terms")
      .select("page_id")
      .where("space_id", "=", spaceId)
      .where("page_id", ">=", from)
      .where(isStale)
      .orderBy("page_id")
      .limit(textsAtOnce)
      .execute();
    const last = stale.at(-1);
    if (last === undefined) break;
    await tables
      .deleteFrom("page_terms")
      .where("space_id", "=", spaceId)
      .where(
        "page_id",
        "in",
        stale.map(({ page_id }) => page_id),
      )
      .where(isStale)
      .execute();
    from = last.page_id;
  }
  await tables.deleteFrom("staged_revisions").where("id", "=", id).execute();
}

/** Deletes a staged revision in small transactions. Does nothing if it was published. */
export async function discardStaged(
  { db }: ReadContext,
  { id, spaceId }: Pick<StagedRevision, "id" | "spaceId">,
): Promise<void> {
  const tables = tablesOf(db);
  const { numUpdatedRows } = await tables
    .updateTable("staged_revisions")
    .set({ state: "discarded" })
    .where("id", "=", id)
    .where("state", "!=", "published")
    .executeTakeFirst();
  // Published meanwhile: its versions are the texts of pages.
  if (numUpdatedRows === 0n) return;
  let after = "";
  for (;;) {
    const rows = await tables
      .selectFrom("page_versions")
      .select("page_id")
      .where("space_id", "=", spaceId)
      .where("page_id", ">", after)
      .where("revision_id", "=", id)
      .orderBy("page_id")
      .limit(textsAtOnce)
      .execute();
    const last = rows.at(-1);
    if (last === undefined) break;
    const ids = rows.map(({ page_id }) => page_id);
    await tables.transaction().execute(async (transaction) => {
      for (const table of ["page_terms", "page_versions"] as const)
        await transaction
          .deleteFrom(table)
          .where("space_id", "=", spaceId)
          .where("page_id", "in", ids)
          .where("revision_id", "=", id)
          .execute();
    });
    after = last.page_id;
  }
  await tables.deleteFrom("staged_revisions").where("id", "=", id).execute();
}

/**
 * Discards a staged revision, or finishes a published one, whose process has died.
 *
 * @returns the number of revisions handled: 0 if there is none
 */
export async function removeAbandonedStaging(context: PlatformContext): Promise<number> {
  const abandoned = await tablesOf(context.db)
    .selectFrom("staged_revisions")
    .select(["id", "space_id as spaceId", "state"])
    .where("staged_at", "<=", context.now() - abandonedMilliseconds)
    .orderBy("staged_at")
    .limit(1)
    .executeTakeFirst();
  if (abandoned === undefined) return 0;
  await (abandoned.state === "published" ? finishStaged : discardStaged)(context, abandoned);
  return 1;
}
