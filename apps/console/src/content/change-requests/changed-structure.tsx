import type { ChangeRequest, ChangeRequestStructure, PageResource } from "@plugboard/content/types";
import { cancelChangeRequestPlan } from "@plugboard/content/routes";
import type { ReactNode } from "react";
import { api } from "../../data/platform-api.ts";
import { useChange } from "../../data/queries.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { formatList } from "../../ui/format.ts";
import { pagesBelow } from "../page-tree/arrange-pages.ts";
import { treeAfter } from "./tree-after.ts";

interface ChangedStructureProps {
  readonly changeRequest: ChangeRequest;
  /** The published pages of its space. */
  readonly pages: readonly PageResource[];
  readonly canEdit: boolean;
}

/** Lists the pages that a change request moves and deletes, and the places of its new pages. */
export function ChangedStructure({ changeRequest, pages, canEdit }: ChangedStructureProps): ReactNode {
  const { spaceId, id: changeRequestId, structure } = changeRequest;
  const cancel = useChange((pageId: string) =>
    api.call(cancelChangeRequestPlan, { params: { spaceId, changeRequestId, pageId } }),
  );
  if (structure.length === 0) return null;
  const headingId = `structure-${changeRequestId}`;
  return (
    <section className="panel" aria-labelledby={headingId}>
      <h2 id={headingId}>Tree of pages</h2>
      <ul className="plain-list">
        {structure.map((change, index) => (
          <li key={change.pageId}>
            <p className="row">
              <strong dir="auto">{change.title}</strong>
              <span className="badge">{change.change}</span>
              {canEdit && change.change !== "created" && (
                <span className="end">
                  <Button
                    aria-label={`Undo: ${change.title}`}
                    title="Leaves the page as it is"
                    disabled={cancel.isPending}
                    onClick={() => cancel.mutate(change.pageId)}
                  >
                    Undo
                  </Button>
                </span>
              )}
            </p>
            {describe(change, treeAfter(pages, structure.slice(0, index)), pages).map((line) => (
              <p key={line} className="hint" dir="auto">
                {line}
              </p>
            ))}
            {change.problem !== undefined && (
              <p>
                <strong>Can’t be published.</strong> {change.problem}
              </p>
            )}
          </li>
        ))}
      </ul>
      <ErrorMessage error={cancel.error} />
    </section>
  );
}

/** Says what changes. Pages that an earlier change moves away aren't deleted with the ones above them. */
function describe(
  { pageId, change, from, to }: ChangeRequestStructure,
  before: readonly PageResource[],
  pages: readonly PageResource[],
): readonly string[] {
  const titles = new Map(pages.map(({ id, title }) => [id, title]));
  const titleOf = (id: string): string => titles.get(id) ?? "a deleted page";
  const parentOf = (parentId: string | undefined): string =>
    parentId === undefined ? "at the top level" : `below ${titleOf(parentId)}`;
  if (change === "deleted") {
    const below = pagesBelow(before, pageId);
    return below.length === 0
      ? []
      : [`With the pages below it: ${formatList(below.map(({ title }) => title))}`];
  }
  if (to === undefined) return [];
  const place = `${parentOf(to.parentId)}, ${to.afterId === undefined ? "first" : `after ${titleOf(to.afterId)}`}`;
  const isSibling = from !== undefined && from.parentId === to.parentId;
  return [
    from === undefined || isSibling ? `Place: ${place}` : `Place: ${place}; now ${parentOf(from.parentId)}`,
    from === undefined || from.path === to.path ? `Path: ${to.path}` : `Path: ${to.path}; now ${from.path}`,
  ];
}
