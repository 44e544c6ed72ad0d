import type { BlockCode } from "../markdown.ts";
import { PlatformError, type PlatformContext, getInstallation } from "@plugboard/platform";
import { inStatements, createId, getInstalled } from "@plugboard/platform/product";
import { findBlockInstallations } from "../blocks/page-blocks.ts";
import { pathFromTitle } from "../spaces/page-path.ts";
import { depthOf, locationsOf } from "../spaces/page-tree.ts";
import {
  deletePageRows,
  deletePages,
  listPagesWithText,
  type Page,
  requireSmallBlocks,
} from "../spaces/pages.ts";
import { readLocations, reviseSpace, writeLocations } from "../spaces/revise-space.ts";
import { type StagedRevision, withStagedRevision } from "../spaces/stage-revision.ts";
import { createTextTurns } from "../spaces/text-turns.ts";
import {
  countCharacters,
  firstNumber,
  type PageContent,
  showVersions,
  textsAtOnce,
  writePages,
} from "../spaces/write-pages.ts";
import type { GitBinding } from "./git-bindings.ts";
import { listPageFiles, readKnownPaths } from "./page-files.ts";
import { type FiledPage, type Files, readFiles } from "./space-files.ts";
import { tablesOf } from "../database/tables-of.ts";
import { contentLimits } from "../limits/content-limits.ts";

/** A space's content before a sync. */
export interface SpaceState {
  readonly revisionNumber: number;
  readonly requiresApproval: boolean;
  readonly pages: readonly Page[];
  /** The repository path of each page, including new ones. */
  readonly paths: ReadonlyMap<string, string>;
  readonly codes: readonly BlockCode[];
}

export async function readSpace(context: PlatformContext, spaceId: string): Promise<SpaceState> {
  const { revision_number: revisionNumber, requires_approval } = await tablesOf(context.db)
    .selectFrom("spaces")
    .select(["revision_number", "requires_approval"])
    .where("id", "=", spaceId)
    .executeTakeFirstOrThrow();
  const pages = await listPagesWithText(context, spaceId);
  return {
    revisionNumber,
    requiresApproval: requires_approval === 1,
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
  binding: GitBinding,
  state: SpaceState,
  files: Files,
): Promise<void> {
  const { organizationId, spaceId } = binding;
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
  const paths = new Map(filed.map(({ path }) => [idOf(path), path]));
  const changed = filed.filter(({ path, title, markdown }) => {
    const page = existing.get(idOf(path));
    return page?.title !== title || page.markdown !== markdown;
  });
  const taken = new Set(state.pages.map(({ slug }) => slug));
  const contents = changed.map(({ path, title, markdown }): PageContent => {
    const id = idOf(path);
    const slug =
      existing.get(id)?.slug ?? pathFromTitle(fileName(path) ?? title, (candidate) => taken.has(candidate));
    taken.add(slug);
    return { id, slug, title, markdown };
  });
  const removed = state.pages.map(({ id }) => id).filter((id) => !paths.has(id));
  const isMoved = JSON.stringify(treeOf(state.pages)) !== JSON.stringify(tree);
  if (state.requiresApproval && (contents.length > 0 || isMoved))
    throw new PlatformError(
      "conflict",
      "Changes to this space require an approval, so Git can’t change its pages. Change the direction to export, or turn approvals off.",
    );
  const number = nextNumber(state);
  const publish = async (staged?: StagedRevision): Promise<void> => {
    // Before the pages, so that a sync after a crash finds the files of the new ones.
    await addPaths(context, binding, paths);
    await reviseSpace(
      context,
      spaceId,
      { type: "git" },
      async (revision) => {
        if (revision.number !== number)
          throw new PlatformError(
            "conflict",
            "The space was changed during the sync. Sync again to merge the changes.",
          );
        if (contents.length === 0 && !isMoved) return undefined;
        const locationOf = new Map(locations.map((location) => [location.id, location]));
        if (staged === undefined) {
          await deletePages(revision, removed);
          await writePages(revision, contents);
        } else {
          await deletePageRows(revision, removed);
          await showVersions(
            revision,
            contents.map((page) => ({
              ...page,
              ...locationOf.get(page.id),
              characters: countCharacters(page.markdown),
            })),
          );
        }
        await writeLocations(revision, await readLocations(revision.transaction, spaceId), locations);
        return { summary: "Synced with Git", restructured: isMoved };
      },
      { staged },
    );
  };
  if (contents.length + removed.length > textsAtOnce)
    await withStagedRevision(context, { organizationId, spaceId, number }, contents, publish);
  else await publish();
  await removePaths(context, spaceId, paths);
}

/** Returns the number of the space's next revision, if no one else changes it. */
function nextNumber({ revisionNumber, pages }: SpaceState): number {
  const last = revisionNumber === 0 && pages.length > 0 ? firstNumber : revisionNumber;
  return last + 1;
}

function treeOf(pages: readonly Page[]) {
  return pages.map(({ id, parentId }) => [id, parentId] as const);
}

/** Returns the display name of a path. A README is named after its folder. */
function fileName(path: string): string | undefined {
  const parts = path.replace(/\.md$/i, "").split("/");
  const last = parts.at(-1);
  return last?.toLowerCase() === "readme" ? parts.at(-2) : last;
}

/** Stores the repository paths of pages, and deletes those of other pages. */
export async function writePaths(
  context: PlatformContext,
  binding: GitBinding,
  paths: ReadonlyMap<string, string>,
): Promise<void> {
  await addPaths(context, binding, paths);
  await removePaths(context, binding.spaceId, paths);
}

async function addPaths(
  { db }: PlatformContext,
  { organizationId: organization_id, spaceId: space_id }: GitBinding,
  paths: ReadonlyMap<string, string>,
): Promise<void> {
  const stored = await readKnownPaths(tablesOf(db), space_id);
  const changed = [...paths].filter(([pageId, path]) => stored.get(pageId) !== path);
  for (const part of inStatements(changed))
    await tablesOf(db)
      .insertInto("git_files")
      .values(part.map(([page_id, path]) => ({ organization_id, space_id, page_id, path })))
      .onConflict((conflict) =>
        conflict.columns(["space_id", "page_id"]).doUpdateSet((row) => ({ path: row.ref("excluded.path") })),
      )
      .execute();
}

async function removePaths(
  { db }: PlatformContext,
  spaceId: string,
  paths: ReadonlyMap<string, string>,
): Promise<void> {
  const stored = await readKnownPaths(tablesOf(db), spaceId);
  const removed = [...stored.keys()].filter((pageId) => !paths.has(pageId));
  for (const part of inStatements(removed))
    await tablesOf(db)
      .deleteFrom("git_files")
      .where("space_id", "=", spaceId)
      .where("page_id", "in", part)
      .execute();
}
