import type { PageResource } from "@plugboard/api/client";
import { Link } from "@tanstack/react-router";
import {
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  FilePlus,
  FolderInput,
  History,
  type LucideIcon,
  Pencil,
  Trash2,
} from "lucide-react";
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useNavigate } from "@tanstack/react-router";
import { ActionMenu } from "../ui/action-menu.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import {
  childrenOf,
  type PagePlace,
  placeAfterDrop,
  placeAfterStep,
  type Step,
  type Zone,
} from "./arrange-pages.ts";
import { PageDialog, type PageQuestion, useMovedPages, useMovePage } from "./page-dialogs.tsx";

interface PageTreeProps {
  readonly spaceId: string;
  readonly pages: readonly PageResource[];
  /** Pages with typed text that is not published yet. */
  readonly drafts: ReadonlySet<string>;
  /** Whether pages may be moved, renamed and deleted. */
  readonly canEdit: boolean;
}

const steps: readonly {
  readonly step: Step;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly key: string;
  readonly keys: string;
}[] = [
  { step: "up", title: "Move up", icon: ArrowUp, key: "ArrowUp", keys: "Alt ↑" },
  { step: "down", title: "Move down", icon: ArrowDown, key: "ArrowDown", keys: "Alt ↓" },
  { step: "in", title: "Put below the page above", icon: ArrowRight, key: "ArrowRight", keys: "Alt →" },
  { step: "out", title: "Put one level up", icon: ArrowLeft, key: "ArrowLeft", keys: "Alt ←" },
];

/** The pages of a space as they are nested: dragged, moved with Alt and the arrow keys, and with a menu each. */
export function PageTree({ spaceId, pages: read, drafts, canEdit }: PageTreeProps) {
  const pages = useMovedPages(spaceId, read);
  const [question, setQuestion] = useState<PageQuestion>();
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<{ readonly id: string; readonly zone: Zone }>();
  const tree = useRef<HTMLUListElement>(null);
  // A page that is moved below another one is a new element there: the focus goes with it.
  const focused = useRef<string>(undefined);
  const navigate = useNavigate();
  const move = useMovePage(spaceId);
  useEffect(() => {
    if (!pages.some(({ id }) => id === focused.current)) return;
    tree.current?.querySelector<HTMLElement>(`[data-page="${focused.current}"] a`)?.focus();
  }, [pages]);
  const moveTo = (page: PageResource, place: PagePlace | undefined): void => {
    if (place === undefined) return;
    focused.current = page.id;
    move.mutate({ page, place });
  };
  const stepByKey = (event: KeyboardEvent, page: PageResource): void => {
    const step = event.altKey ? steps.find(({ key }) => key === event.key) : undefined;
    if (step === undefined || !canEdit) return;
    event.preventDefault();
    moveTo(page, placeAfterStep(pages, page, step.step));
  };
  const drag = (page: PageResource) => ({
    draggable: canEdit,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", page.title);
      setDragged(page.id);
    },
    onDragEnd: () => {
      setDragged(undefined);
      setOver(undefined);
    },
    onDragOver: (event: DragEvent<HTMLElement>) => {
      const zone = zoneAt(event);
      if (dragged === undefined || placeAfterDrop(pages, dragged, page, zone) === undefined) return;
      event.preventDefault();
      if (over?.id !== page.id || over.zone !== zone) setOver({ id: page.id, zone });
    },
    onDragLeave: () => setOver(undefined),
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault();
      const moved = pages.find(({ id }) => id === dragged);
      setOver(undefined);
      if (moved !== undefined) moveTo(moved, placeAfterDrop(pages, moved.id, page, zoneAt(event)));
    },
  });
  const list = (parentId: string | null) => {
    const children = childrenOf(pages, parentId);
    if (children.length === 0) return null;
    return (
      <ul ref={parentId === null ? tree : undefined} className="page-tree">
        {children.map((page) => (
          <li key={page.id}>
            <div
              className="page-row"
              data-page={page.id}
              data-dragged={dragged === page.id || undefined}
              data-over={over?.id === page.id ? over.zone : undefined}
              {...drag(page)}
            >
              <Link
                to="/content/spaces/$spaceId/pages/$pageId"
                params={{ spaceId, pageId: page.id }}
                activeOptions={{ includeSearch: false }}
                draggable={false}
                onKeyDown={(event) => stepByKey(event, page)}
                onBlur={() => {
                  if (!move.isPending) focused.current = undefined;
                }}
              >
                {page.title}
              </Link>
              {drafts.has(page.id) && (
                <span className="badge" data-tone="warn">
                  draft
                </span>
              )}
              {canEdit && (
                <ActionMenu
                  small
                  label={`Actions of ${page.title}`}
                  groups={[
                    [
                      {
                        title: "New page below",
                        icon: FilePlus,
                        run: () => setQuestion({ action: "create", parentId: page.id }),
                      },
                      { title: "Rename…", icon: Pencil, run: () => setQuestion({ action: "rename", page }) },
                      {
                        title: "History",
                        icon: History,
                        run: () =>
                          void navigate({
                            to: "/content/spaces/$spaceId/history",
                            params: { spaceId },
                            search: { page: page.id },
                          }),
                      },
                    ],
                    [
                      ...steps.map(({ step, title, icon, keys }) => {
                        const place = placeAfterStep(pages, page, step);
                        return {
                          title,
                          icon,
                          keys,
                          disabled: place === undefined,
                          run: () => moveTo(page, place),
                        };
                      }),
                      {
                        title: "Move to…",
                        icon: FolderInput,
                        run: () => setQuestion({ action: "move", page }),
                      },
                    ],
                    [{ title: "Delete…", icon: Trash2, run: () => setQuestion({ action: "delete", page }) }],
                  ]}
                />
              )}
            </div>
            {list(page.id)}
          </li>
        ))}
      </ul>
    );
  };
  return (
    <>
      <ErrorMessage error={move.error} />
      {list(null)}
      {question !== undefined && (
        <PageDialog {...{ spaceId, pages, question }} onClose={() => setQuestion(undefined)} />
      )}
    </>
  );
}

function zoneAt({ clientY, currentTarget }: DragEvent<HTMLElement>): Zone {
  const { top, height } = currentTarget.getBoundingClientRect();
  const share = (clientY - top) / height;
  if (share < 0.3) return "before";
  return share > 0.7 ? "after" : "inside";
}
