import type { PageResource } from "@plugboard/content/types";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
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
import { type DragEvent, type KeyboardEvent, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { ActionMenu } from "../../ui/action-menu.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import {
  canStep,
  type PageLocation,
  type PageRow,
  locationAfterDrop,
  locationAfterStep,
  type Step,
  toRows,
  type Zone,
} from "./arrange-pages.ts";
import { LazyPageDialog } from "./lazy-page-dialog.ts";
import { useMovedPages, useMovePage } from "./move-pages.ts";
import type { PageQuestion } from "./page-dialog.tsx";

interface PageTreeProps {
  readonly spaceId: string;
  readonly pages: readonly PageResource[];
  /** IDs of pages with unpublished changes. */
  readonly drafts: ReadonlySet<string>;
  /** Whether the user can move, rename and delete pages. */
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
  { step: "in", title: "Move below the previous page", icon: ArrowRight, key: "ArrowRight", keys: "Alt →" },
  { step: "out", title: "Move one level up", icon: ArrowLeft, key: "ArrowLeft", keys: "Alt ←" },
];

// In pixels; must match the stylesheet.
const rowHeight = 34;
const indent = 1.35;

/** The row that each key moves the focus to. */
const focusSteps: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowUp: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/**
 * The page tree of a space. Pages can be dragged, moved with Alt and the arrow keys, or moved from their
 * menu. Arrow keys, Home and End move the focus; Tab leaves the tree. Only visible rows are rendered, so
 * trees of thousands of pages stay fast.
 */
export function PageTree({ spaceId, pages: read, drafts, canEdit }: PageTreeProps) {
  const pages = useMovedPages(spaceId, read);
  const rows = useMemo(() => toRows(pages), [pages]);
  const { pageId: openedId } = useParams({ strict: false });
  const [question, setQuestion] = useState<PageQuestion>();
  const [dragged, setDragged] = useState<string>();
  const [over, setOver] = useState<{ readonly id: string; readonly zone: Zone }>();
  const indexOf = (id: string | undefined): number => rows.findIndex(({ page }) => page.id === id);
  // The row in the tab order.
  const [reached, setReached] = useState(openedId);
  const current = Math.max(0, indexOf(reached));
  const scroller = useRef<HTMLDivElement>(null);
  // The virtualizer's result is used only here, in a component the React compiler doesn't memoize.
  // oxlint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.page.id ?? index,
    initialOffset: () => Math.max(0, indexOf(openedId) - 5) * rowHeight,
    overscan: 10,
    // Focused and dragged rows stay rendered while out of view.
    rangeExtractor: (range) => {
      const kept = [current, indexOf(dragged)].filter((index) => index >= 0 && index < range.count);
      return [...new Set([...defaultRangeExtractor(range), ...kept])].toSorted((one, other) => one - other);
    },
  });
  // Focuses a moved or scrolled-to row once it is rendered.
  const focused = useRef<string>(undefined);
  const navigate = useNavigate();
  const move = useMovePage(spaceId);
  useEffect(() => {
    if (focused.current === undefined) return;
    scroller.current?.querySelector<HTMLElement>(`[data-page="${focused.current}"] a`)?.focus();
  }, [pages, reached]);
  const reach = (id: string | undefined): void => {
    focused.current = id;
    setReached(id);
  };
  const moveTo = (page: PageResource, location: PageLocation | undefined): void => {
    if (location === undefined) return;
    reach(page.id);
    move.mutate({ page, location });
  };
  const onKey = (event: KeyboardEvent, page: PageResource): void => {
    const step = event.altKey ? steps.find(({ key }) => key === event.key) : undefined;
    const next = event.altKey ? undefined : focusSteps[event.key]?.(indexOf(page.id), rows.length);
    if (next !== undefined) {
      event.preventDefault();
      if (rows[next] !== undefined) reach(rows[next].page.id);
    }
    if (step === undefined || !canEdit) return;
    event.preventDefault();
    moveTo(page, locationAfterStep(pages, page, step.step));
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
      if (dragged === undefined || locationAfterDrop(pages, dragged, page, zone) === undefined) return;
      event.preventDefault();
      if (over?.id !== page.id || over.zone !== zone) setOver({ id: page.id, zone });
    },
    onDragLeave: () => setOver(undefined),
    onDrop: (event: DragEvent<HTMLElement>) => {
      event.preventDefault();
      const moved = pages.find(({ id }) => id === dragged);
      setOver(undefined);
      if (moved !== undefined) moveTo(moved, locationAfterDrop(pages, moved.id, page, zoneAt(event)));
    },
  });
  const actionsOf = (row: PageRow<PageResource>) => {
    const { page } = row;
    return [
      [
        {
          title: "Add subpage",
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
        ...steps.map(({ step, title, icon, keys }) => ({
          title,
          icon,
          keys,
          disabled: !canStep(row, step),
          run: () => moveTo(page, locationAfterStep(pages, page, step)),
        })),
        { title: "Move to…", icon: FolderInput, run: () => setQuestion({ action: "move", page }) },
      ],
      [{ title: "Delete…", icon: Trash2, run: () => setQuestion({ action: "delete", page }) }],
    ];
  };
  return (
    <>
      <ErrorMessage error={move.error} />
      <div ref={scroller} className="page-tree">
        <ul style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index: at, key, start }) => {
            const row = rows[at];
            if (row === undefined) return null;
            const { page, level, index, count } = row;
            const tabIndex = at === current ? 0 : -1;
            const inset = `${level * indent}rem`;
            return (
              <li
                key={key}
                aria-level={level + 1}
                aria-posinset={index + 1}
                aria-setsize={count}
                style={{ translate: `0 ${start}px`, paddingInlineStart: inset, backgroundSize: inset }}
              >
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
                    title={page.title}
                    tabIndex={tabIndex}
                    onKeyDown={(event) => onKey(event, page)}
                    onFocus={() => {
                      if (focused.current !== page.id) focused.current = undefined;
                      setReached(page.id);
                    }}
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
                  {page.characters === 0 && (
                    <span className="badge" title="Sites show a page once it, or a page below it, has text.">
                      empty
                    </span>
                  )}
                  {canEdit && (
                    <ActionMenu
                      small
                      tabIndex={tabIndex}
                      label={`Actions of ${page.title}`}
                      groups={actionsOf(row)}
                    />
                  )}
                </div>
              </li>
            );
          })}
        </ul>
      </div>
      {question !== undefined && (
        <Suspense>
          <LazyPageDialog {...{ spaceId, pages, question }} onClose={() => setQuestion(undefined)} />
        </Suspense>
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
