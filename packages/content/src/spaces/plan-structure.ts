import { PlatformError } from "@plugboard/platform";
import { createHash } from "node:crypto";
import type { ChangeRequestStructure, PagePlan } from "../client/types.ts";
import { type PageLocation, placePage, removePages, withDescendants } from "./page-tree.ts";
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
  /** The positions of all pages that are left. */
  readonly locations: readonly PageLocation[];
  /** The IDs of deleted pages. */
  readonly deleted: readonly string[];
  /** The new paths by page. */
  readonly paths: ReadonlyMap<string, string>;
}

/** The drafts of a change request. */
interface DraftedPages {
  readonly drafted: ReadonlySet<string>;
  /** Those of pages without published text, whose place is reviewed with the text. */
  readonly created: readonly string[];
}

/** Returns what planned changes do to the current tree of a space. They apply in their order. */
export function planStructure(
  tree: readonly ListedPage[],
  planned: readonly PlannedChange[],
  { drafted, created }: DraftedPages,
): StructurePlan {
  const before = new Map(tree.map((page) => [page.id, page]));
  const paths = new Map<string, string>();
  const problems = new Map<string, string>();
  const deletedBy = new Map<string, readonly string[]>();
  let locations: readonly PageLocation[] = tree;

  const remove = (pageId: string): void => {
    const ids = withDescendants(locations, pageId);
    const edited = ids.filter((id) => drafted.has(id)).map((id) => before.get(id)?.title ?? id);
    if (edited.length > 0)
      throw new PlatformError(
        "conflict",
        `It would delete the draft of ${edited.join(", ")} in this change request. Remove that first.`,
      );
    deletedBy.set(pageId, ids);
    locations = removePages(locations, ids);
  };
  const changePath = (pageId: string, path: string): void => {
    const other = locations.find(
      ({ id }) => id !== pageId && (before.get(id)?.slug === path || paths.get(id) === path),
    );
    if (other !== undefined)
      throw new PlatformError(
        "conflict",
        `The path ${path} is taken by the page ${before.get(other.id)?.title ?? other.id}. Choose another.`,
      );
    paths.set(pageId, path);
  };
  for (const { pageId, plan } of planned)
    try {
      if (!before.has(pageId)) throw new PlatformError("not_found", "The page was deleted.");
      if (!locations.some(({ id }) => id === pageId))
        throw new PlatformError("conflict", "It would be deleted with a page above it.");
      if (plan.delete === true) remove(pageId);
      if (plan.path !== undefined) changePath(pageId, plan.path);
      if (plan.parentId !== undefined) locations = placePage(locations, pageId, plan.parentId, plan.position);
    } catch (error) {
      if (!(error instanceof PlatformError)) throw error;
      problems.set(pageId, error.message);
    }

  const placeOf = (pageId: string) => {
    const { parentId, position } = locations.find(({ id }) => id === pageId) ?? {};
    const previous = locations.find(
      (other) => other.parentId === parentId && other.position === (position ?? 0) - 1,
    );
    return {
      path: paths.get(pageId) ?? before.get(pageId)?.slug ?? "",
      parentId: parentId ?? undefined,
      afterId: previous?.id,
    };
  };
  const changes = planned.map(({ pageId, title, plan }): ChangeRequestStructure => {
    const page = before.get(pageId);
    const isLeft = locations.some(({ id }) => id === pageId);
    return {
      pageId,
      title: page?.title ?? title,
      change: plan.delete === true ? "deleted" : "moved",
      from: page && { path: page.slug, parentId: page.parentId ?? undefined },
      to: plan.delete !== true && isLeft ? placeOf(pageId) : undefined,
      pages: deletedBy.get(pageId)?.length,
      problem: problems.get(pageId),
    };
  });
  const isPlanned = new Set(planned.map(({ pageId }) => pageId));
  for (const pageId of created)
    if (!isPlanned.has(pageId))
      changes.push({
        pageId,
        title: before.get(pageId)?.title ?? pageId,
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
  return { changes, digest, locations, deleted, paths };
}
