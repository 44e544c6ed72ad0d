import { PlatformError } from "@plugboard/platform";
import { createHash } from "node:crypto";
import type { ChangeRequestStructure, PagePlan } from "../client/types.ts";
import { contentLimits } from "../limits/content-limits.ts";
import type { PageLocation } from "./page-tree.ts";
import type { ListedPage } from "./pages.ts";

/** A change of a change request to a page's place or path, or its deletion. */
export interface PlannedChange {
  readonly pageId: string;
  /** The page's title when the change was planned. */
  readonly title: string;
  readonly plan: PagePlan;
  /** The keys of everyone who planned a change of this page. */
  readonly authors: readonly string[];
}

/** The effects of a change request on the tree of its space. */
export interface StructurePlan {
  readonly changes: readonly ChangeRequestStructure[];
  /** Differs if any of the effects do. */
  readonly digest: string;
  /** Returns the positions of all pages that are left. */
  readonly listLocations: () => PageLocation[];
  /** The IDs of deleted pages. */
  readonly deleted: readonly string[];
  /** The new paths by page. */
  readonly paths: ReadonlyMap<string, string>;
}

/** The drafts of a change request. */
interface DraftedPages {
  readonly drafted: ReadonlySet<string>;
  /** Those of pages without published text. Their place in the tree is reviewed too. */
  readonly created: readonly string[];
}

/** A tree of pages whose moves don't cost more in a larger space: lists of change requests apply thousands of them. */
function createPlannedTree(tree: readonly ListedPage[]) {
  const parents = new Map(tree.map(({ id, parentId }) => [id, parentId]));
  const byParent = Map.groupBy(tree, ({ parentId }) => parentId);
  const children = new Map([...byParent].map(([parentId, pages]) => [parentId, pages.map(({ id }) => id)]));
  const childrenOf = (parentId: string | null): string[] => children.get(parentId) ?? [];
  const below = (id: string): string[] => [id, ...childrenOf(id).flatMap(below)];
  const heightOf = (id: string): number => 1 + Math.max(0, ...childrenOf(id).map(heightOf));
  const levelOf = (id: string | null): number => (id === null ? 0 : 1 + levelOf(parents.get(id) ?? null));
  const detach = (id: string): void => {
    const parentId = parents.get(id) ?? null;
    children.set(
      parentId,
      childrenOf(parentId).filter((sibling) => sibling !== id),
    );
  };
  return {
    has: (id: string): boolean => parents.has(id),
    /** Returns a page and all its descendants. */
    below,
    remove: (id: string): void => {
      detach(id);
      for (const removed of below(id)) parents.delete(removed);
    },
    /** @throws PlatformError if the parent is missing or below the page, or the tree becomes too deep */
    place: (id: string, parentId: string | null, position?: number): void => {
      if (parentId !== null && !parents.has(parentId))
        throw new PlatformError("not_found", `The parent page ${parentId} does not exist.`);
      if (parentId !== null && below(id).includes(parentId))
        throw new PlatformError("conflict", "A page cannot be moved below itself.");
      if (levelOf(parentId) + heightOf(id) > contentLimits.pageDepth)
        throw new PlatformError(
          "conflict",
          `Pages can be nested at most ${contentLimits.pageDepth} levels deep.`,
        );
      detach(id);
      const siblings = childrenOf(parentId);
      children.set(parentId, siblings.toSpliced(position ?? siblings.length, 0, id));
      parents.set(id, parentId);
    },
    placeOf: (id: string) => {
      const parentId = parents.get(id) ?? null;
      const siblings = childrenOf(parentId);
      return { parentId: parentId ?? undefined, afterId: siblings[siblings.indexOf(id) - 1] };
    },
    list: (): PageLocation[] =>
      [...children].flatMap(([parentId, ids]) =>
        ids.filter((id) => parents.has(id)).map((id, position) => ({ id, parentId, position })),
      ),
  };
}

/** Returns what planned changes do to the current tree of a space. They apply in their order. */
export function planStructure(
  tree: readonly ListedPage[],
  planned: readonly PlannedChange[],
  { drafted, created }: DraftedPages,
): StructurePlan {
  const before = new Map(tree.map((page) => [page.id, page]));
  const owners = new Map(tree.map((page) => [page.slug, page.id]));
  const left = createPlannedTree(tree);
  const paths = new Map<string, string>();
  const problems = new Map<string, string>();
  const deletedBy = new Map<string, readonly string[]>();
  const titleOf = (pageId: string): string => before.get(pageId)?.title ?? pageId;

  const remove = (pageId: string): void => {
    const ids = left.below(pageId);
    const edited = ids.filter((id) => drafted.has(id)).map(titleOf);
    if (edited.length > 0)
      throw new PlatformError(
        "conflict",
        `It would delete the draft of ${edited.join(", ")} in this change request. Remove that first.`,
      );
    left.remove(pageId);
    deletedBy.set(pageId, ids);
  };
  const changePath = (pageId: string, path: string): void => {
    const owner = owners.get(path);
    if (owner !== undefined && owner !== pageId && left.has(owner))
      throw new PlatformError(
        "conflict",
        `The path ${path} is taken by the page ${titleOf(owner)}. Choose another.`,
      );
    owners.set(path, pageId);
    paths.set(pageId, path);
  };
  for (const { pageId, plan } of planned)
    try {
      if (!before.has(pageId)) throw new PlatformError("not_found", "The page was deleted.");
      if (!left.has(pageId)) throw new PlatformError("conflict", "It would be deleted with a page above it.");
      if (plan.delete === true) remove(pageId);
      if (plan.path !== undefined) changePath(pageId, plan.path);
      if (plan.parentId !== undefined) left.place(pageId, plan.parentId, plan.position);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      problems.set(pageId, error.message);
    }

  const placeOf = (pageId: string) => ({
    path: paths.get(pageId) ?? before.get(pageId)?.slug ?? "",
    ...left.placeOf(pageId),
  });
  const changes = planned.map(({ pageId, title, plan }): ChangeRequestStructure => {
    const page = before.get(pageId);
    return {
      pageId,
      title: page?.title ?? title,
      change: plan.delete === true ? "deleted" : "moved",
      from: page && { path: page.slug, parentId: page.parentId ?? undefined },
      to: plan.delete !== true && left.has(pageId) ? placeOf(pageId) : undefined,
      pages: deletedBy.get(pageId)?.length,
      problem: problems.get(pageId),
    };
  });
  const isPlanned = new Set(planned.map(({ pageId }) => pageId));
  for (const pageId of created)
    if (!isPlanned.has(pageId))
      changes.push({
        pageId,
        title: titleOf(pageId),
        change: "created",
        to: placeOf(pageId),
      });
  const deleted = [...deletedBy.values()].flat();
  // Titles may change. Deleted text must be the text that was reviewed.
  const effects = [
    changes.map((change) => ({ ...change, title: "" })),
    deleted.map((id) => [id, before.get(id)?.revisionId]),
  ];
  const digest = createHash("sha256").update(JSON.stringify(effects)).digest("base64url");
  return { changes, digest, listLocations: left.list, deleted, paths };
}
