import type { BlockCode } from "../markdown.ts";
import { PlatformError, type PlatformContext, getInstallation } from "@plugboard/platform";
import { inStatements, createId, getInstalled } from "@plugboard/platform/product";
import { findBlockInstallations } from "../blocks/page-blocks.ts";
import { pathFromTitle } from "../spaces/page-path.ts";
import { depthOf, locationsOf } from "../spaces/page-tree.ts";
import {
  deletePageRows,
  insertPages,
  listPagesWithText,
  listSlugs,
  type Page,
  requireSmallBlocks,
} from "../spaces/pages.ts";
import { findTerms } from "../spaces/page-terms.ts";
import { type OpenRevision, readLocations, reviseSpace, writeLocations } from "../spaces/revise-space.ts";
import { createTextTurns } from "../spaces/text-turns.ts";
import type { GitBinding } from "./git-bindings.ts";
import { listPageFiles, readKnownPaths } from "./page-files.ts";
import { type FiledPage, type Files, readFiles } from "./space-files.ts";
import { tablesOf } from "../database/tables-of.ts";
import { contentLimits } from "../limits/content-limits.ts";

/** A space's content before a sync. */
export interface SpaceState {
  readonly revisionNumber: number;
  readonly pages: readonly Page[];
  /** The repository path of each page, including new ones. */
  readonly paths: ReadonlyMap<string, string>;
  readonly codes: readonly BlockCode[];
}

export async function readSpace(context: PlatformContext, spaceId: string): Promise<SpaceState> {
  const { revision_number: revisionNumber } = await tablesOf(context.db)
    .selectFrom("spaces")
    .select("revision_number")
    .where("id", "=", spaceId)
    .executeTakeFirstOrThrow();
  const pages = await listPagesWithText(context, spaceId);
  return {
    revisionNumber,
    pages,
    paths: await listPageFiles(context, spaceId),
    codes: await listCodes(context, spaceId),
  };
}

async function listCodes(context: PlatformContext, spaceId: string): Promise<BlockCode[]> {
  const installations = await findBlockInstallations(context, { spaceId });
  const codes: BlockCode[] = [];
  for (const [integration, id] of [...installations].toSorted(([one], [other]) => one.localeCompare(other))) {
    const { manifest } = await getInstalled(context, await getInstallation(context, id));
    for (const { id: component, markdown } of manifest.blocks ?? [])
      if (markdown !== undefined) codes.push({ integration, component, ...markdown });
  }
  return codes;
}

/** Converts the pages of a space to files. */
export function toFiled({ pages, paths }: SpaceState): FiledPage[] {
  return pages.map(({ id, title, parentId, markdown }) => ({
    path: paths.get(id) ?? "",
    title,
    parentPath: parentId === null ? undefined : paths.get(parentId),
    markdown,
  }));
}

/** Updates the space from the files, as one revision, if they differ. */
export async function importFiles(
  context: PlatformContext,
  { spaceId }: GitBinding,
  state: SpaceState,
  files: Files,
): Promise<void> {
  const filed = await readFiles(files, state.codes);
  const turn = createTextTurns();
  for (const { path, markdown } of filed) {
    await turn(markdown);
    try {
      requireSmallBlocks(markdown);
    } catch (cause) {
      throw new PlatformError("conflict", `${path}: ${cause instanceof Error ? cause.message : ""}`, [], {
        cause,
      });
    }
  }
  const ids = new Map([...state.paths].map(([id, path]) => [path, id]));
  for (const { path } of filed) if (!ids.has(path)) ids.set(path, createId("pag", context.now()));
  const idOf = (path: string): string => ids.get(path) ?? "";
  const tree = filed.map(
    ({ path, parentPath }) => [idOf(path), parentPath === undefined ? null : idOf(parentPath)] as const,
  );
  const locations = locationsOf(tree);
  if (depthOf(locations) > contentLimits.pageDepth)
    throw new PlatformError(
      "conflict",
      `Pages can be ${contentLimits.pageDepth} levels deep; the summary has more.`,
    );
  const existing = new Map(state.pages.map((page) => [page.id, page]));
  const changes = filed
    .map(({ path, title, markdown }) => ({ id: idOf(path), path, title, markdown }))
    .filter(({ id, title, markdown }) => {
      const page = existing.get(id);
      return page?.title !== title || page.markdown !== markdown;
    });
  const terms = await findTerms(changes);
  const author = { type: "git" } as const;
  await reviseSpace(context, spaceId, author, async (revision) => {
    if (revision.number !== state.revisionNumber + 1 && state.revisionNumber > 0)
      throw new PlatformError(
        "conflict",
        "The space was changed during the sync. Sync again to merge the changes.",
      );
    const remaining = new Set(filed.map(({ path }) => idOf(path)));
    await deletePageRows(
      revision,
      state.pages.map(({ id }) => id).filter((id) => !remaining.has(id)),
    );
    await writePages(revision, existing, changes);
    const changed = changes.map(({ id }) => id);
    const before = await readLocations(revision.transaction, spaceId);
    const isMoved = JSON.stringify(treeOf(state.pages)) !== JSON.stringify(tree);
    await writeLocations(revision, before, locations);
    await replacePaths(revision, new Map(filed.map(({ path }) => [idOf(path), path])));
    if (changed.length === 0 && !isMoved) return undefined;
    return { summary: "Synced with Git", pageIds: changed, terms, restructured: isMoved };
  });
}

function treeOf(pages: readonly Page[]) {
  return pages.map(({ id, parentId }) => [id, parentId] as const);
}

interface PageChange extends Pick<Page, "id" | "title" | "markdown"> {
  readonly path: string;
}

/** Writes new and changed pages. */
async function writePages(
  revision: OpenRevision,
  existing: ReadonlyMap<string, Page>,
  changes: readonly PageChange[],
): Promise<void> {
  const { transaction, spaceId, id: revision_id, now: updated_at } = revision;
  const taken = new Set(await listSlugs(revision));
  const created: Parameters<typeof insertPages>[1][number][] = [];
  for (const { id, path, title, markdown } of changes) {
    if (!existing.has(id)) {
      const slug = pathFromTitle(fileName(path) ?? title, (candidate) => taken.has(candidate));
      taken.add(slug);
      created.push({ id, slug, title, markdown });
      continue;
    }
    await transaction
      .updateTable("pages")
      .set({ title, markdown, revision_id, updated_at })
      .where("space_id", "=", spaceId)
      .where("id", "=", id)
      .execute();
  }
  await insertPages(revision, created);
}

/** Returns the display name of a path. A README is named after its folder. */
function fileName(path: string): string | undefined {
  const parts = path.replace(/\.md$/i, "").split("/");
  const last = parts.at(-1);
  return last?.toLowerCase() === "readme" ? parts.at(-2) : last;
}

/** Stores the repository paths of pages. */
export async function writePaths(
  context: PlatformContext,
  spaceId: string,
  paths: ReadonlyMap<string, string>,
): Promise<void> {
  await tablesOf(context.db)
    .transaction()
    .execute(async (transaction) => await replacePaths({ transaction, spaceId }, paths));
}

/** Writes the paths that differ from the stored ones. */
async function replacePaths(
  { transaction, spaceId }: Pick<OpenRevision, "transaction" | "spaceId">,
  paths: ReadonlyMap<string, string>,
): Promise<void> {
  const stored = await readKnownPaths(transaction, spaceId);
  const changed = [...paths].filter(([pageId, path]) => stored.get(pageId) !== path);
  const replaced = [...stored.keys()].filter((pageId) => stored.get(pageId) !== paths.get(pageId));
  for (const part of inStatements(replaced))
    await transaction
      .deleteFrom("git_files")
      .where("space_id", "=", spaceId)
      .where("page_id", "in", part)
      .execute();
  for (const part of inStatements(changed))
    await transaction
      .insertInto("git_files")
      .values((query) =>
        part.map(([page_id, path]) => ({
          organization_id: query.selectFrom("spaces").select("organization_id").where("id", "=", spaceId),
          space_id: spaceId,
          page_id,
          path,
        })),
      )
      .execute();
}
