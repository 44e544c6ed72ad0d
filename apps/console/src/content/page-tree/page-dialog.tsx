import type { PageResource } from "@plugboard/content/types";
import {
  createPage,
  deletePage,
  getSpace,
  movePage,
  restoreRevision,
  updatePage,
} from "@plugboard/content/routes";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../data/platform-api.ts";
import { useChange } from "../../data/queries.ts";
import { ConfirmDialog, FormDialog } from "../../ui/dialog.tsx";
import { formatCount } from "../../ui/format.ts";
import { showToast } from "../../ui/show-toast.ts";
import { problemAt } from "../../ui/text-field.tsx";
import { locationOf, pagesBelow } from "./arrange-pages.ts";
import { useMovePage } from "./move-pages.ts";
import { PathField, TitleField } from "../common/name-fields.tsx";
import { ParentField, PlaceFields } from "./place-fields.tsx";
import { takeBack } from "../common/take-back.ts";

/** The dialog to show about the pages of a space. */
export type PageQuestion =
  | { readonly action: "create"; readonly parentId: string | null }
  | { readonly action: "rename" | "move" | "delete"; readonly page: PageResource };

interface PageDialogProps {
  readonly spaceId: string;
  readonly pages: readonly PageResource[];
  readonly question: PageQuestion;
  readonly onClose: () => void;
  /** Called instead of {@link onClose} after the page was deleted. */
  readonly onDeleted?: (() => void) | undefined;
}

/** Shows the dialog for a page action. */
export function PageDialog({ spaceId, pages, question, onClose, onDeleted = onClose }: PageDialogProps) {
  if (question.action === "create") {
    const { parentId } = question;
    return <CreatePage {...{ spaceId, pages, parentId, onClose }} />;
  }
  const { page } = question;
  if (question.action === "rename") return <RenamePage {...{ spaceId, page, onClose }} />;
  if (question.action === "move") return <MovePage {...{ spaceId, pages, page, onClose }} />;
  return <DeletePage {...{ spaceId, pages, page, onClose, onDeleted }} />;
}

interface DialogProps {
  readonly spaceId: string;
  readonly onClose: () => void;
}

type OfPage = DialogProps & { readonly page: PageResource };
type OfPages = DialogProps & { readonly pages: readonly PageResource[] };

function CreatePage({ spaceId, pages, parentId, onClose }: OfPages & { readonly parentId: string | null }) {
  const navigate = useNavigate();
  const [title, setTitle] = useState("");
  const [parent, setParent] = useState(parentId);
  const create = useChange(
    () =>
      api.call(createPage, {
        params: { spaceId },
        body: { title, ...(parent !== null && { parentId: parent }) },
      }),
    ({ id: pageId }) => {
      onClose();
      void navigate({ to: "/content/spaces/$spaceId/pages/$pageId", params: { spaceId, pageId } });
    },
  );
  return (
    <FormDialog
      title="New page"
      description="Sites show it once its first text is published."
      action="Create"
      busy={create.isPending}
      error={create.error}
      fields={["title"]}
      onSubmit={() => create.mutate(undefined)}
      onClose={onClose}
    >
      <TitleField value={title} onChange={setTitle} problem={problemAt(create.error, "title")} />
      <ParentField pages={pages} value={parent} onChange={setParent} />
    </FormDialog>
  );
}

function RenamePage({ spaceId, page, onClose }: OfPage) {
  const [title, setTitle] = useState(page.title);
  const [path, setPath] = useState(page.path);
  const client = useQueryClient();
  const params = { spaceId, pageId: page.id };
  const rename = useChange(
    () => api.call(updatePage, { params, body: { title, path } }),
    () => {
      onClose();
      showToast({
        title: `Renamed to ${title}`,
        onUndo: () =>
          void takeBack(client, "Page renamed back", () =>
            api.call(updatePage, { params, body: { title: page.title, path: page.path } }),
          ),
      });
    },
  );
  return (
    <FormDialog
      title={`Rename ${page.title}`}
      action="Rename"
      busy={rename.isPending}
      error={rename.error}
      fields={["title", "path"]}
      onSubmit={() => rename.mutate(undefined)}
      onClose={onClose}
    >
      <TitleField value={title} onChange={setTitle} problem={problemAt(rename.error, "title")} />
      <PathField
        value={path}
        onChange={setPath}
        current={page.path}
        problem={problemAt(rename.error, "path")}
        hint="The last part of the page’s URL."
      />
    </FormDialog>
  );
}

function MovePage({ spaceId, pages, page, onClose }: OfPages & OfPage) {
  const [location, setLocation] = useState(locationOf(page));
  const moved = useMovePage(spaceId, onClose);
  const own = new Set([page.id, ...pagesBelow(pages, page.id).map(({ id }) => id)]);
  const others = pages.filter(({ id }) => !own.has(id));
  return (
    <FormDialog
      title={`Move ${page.title}`}
      description={own.size > 1 ? `${formatCount(own.size - 1, "subpage")} will move with it.` : undefined}
      action="Move"
      busy={moved.isPending}
      error={moved.error}
      onSubmit={() => moved.mutate({ page, location })}
      onClose={onClose}
    >
      <PlaceFields pages={others} value={location} onChange={setLocation} />
    </FormDialog>
  );
}

function DeletePage({
  spaceId,
  pages,
  page,
  onClose,
  onDeleted,
}: OfPages & OfPage & { readonly onDeleted: () => void }) {
  const client = useQueryClient();
  const below = pagesBelow(pages, page.id);
  const remove = useChange(
    async () => {
      const { revisionId } = await api.call(getSpace, { params: { spaceId } });
      await api.call(deletePage, { params: { spaceId, pageId: page.id } });
      return revisionId;
    },
    (revisionId) => {
      onDeleted();
      showToast({
        title:
          below.length === 0 ? `Deleted ${page.title}` : `Deleted ${formatCount(below.length + 1, "page")}`,
        onUndo: () =>
          void takeBack(client, `${page.title} is back`, async () => {
            // Parents are recreated before their children.
            for (const { id: pageId } of [page, ...below])
              await api.call(restoreRevision, { params: { spaceId, revisionId }, body: { pageId } });
            await api.call(movePage, { params: { spaceId, pageId: page.id }, body: locationOf(page) });
          }),
      });
    },
  );
  return (
    <ConfirmDialog
      title={`Delete ${page.title}?`}
      consequence={
        <>
          {below.length > 0 && (
            <p>
              {formatCount(below.length, "page")} below it {below.length === 1 ? "goes" : "go"} with it:{" "}
              {below.map(({ title }) => title).join(", ")}.
            </p>
          )}
          <p>Sites stop showing it immediately. You can restore it from the history of the space.</p>
        </>
      }
      action="Delete"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(undefined)}
      onCancel={onClose}
    />
  );
}
