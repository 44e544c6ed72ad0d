import "../common/content.css";
import type { SiteResource, SpaceResource } from "@plugboard/content/types";
import {
  createSite,
  listSites,
  listSpaces,
  restoreSite,
  trashSite,
  updateSite,
} from "@plugboard/content/routes";
import { useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { ExternalLink, Globe, Palette, Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useOrganizations } from "../../data/organization.ts";
import { api } from "../../data/platform-api.ts";
import { useChange, useReadAll } from "../../data/queries.ts";
import { useSignedIn } from "../../people/use-person.ts";
import { ActionMenu } from "../../ui/action-menu.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog, FormDialog } from "../../ui/dialog.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { EmptyState, Page, Skeleton } from "../../ui/page.tsx";
import { showToast } from "../../ui/show-toast.ts";
import { problemAt } from "../../ui/text-field.tsx";
import { PathField, TitleField } from "../common/name-fields.tsx";
import { takeBack } from "../common/take-back.ts";
import { TrashPanel } from "../common/trash-panel.tsx";

/** Lists the sites with a preview of each. */
export function SitesPage(): ReactNode {
  const sites = useReadAll(listSites);
  const spaces = useReadAll(listSpaces);
  const { current } = useOrganizations();
  const { isEditor } = useSignedIn();
  const [question, setQuestion] = useState<{
    readonly action: "edit" | "trash";
    readonly site?: SiteResource;
  }>();
  const own = sites.data?.filter(({ organization }) => organization === current?.id) ?? [];
  const shown = own.filter(({ trashedAt }) => trashedAt === undefined);
  const trashed = own.filter(({ trashedAt }) => trashedAt !== undefined);
  const choices =
    spaces.data?.filter(
      ({ organization, trashedAt }) => organization === current?.id && trashedAt === undefined,
    ) ?? [];
  const close = (): void => setQuestion(undefined);
  return (
    <Page
      title="Sites"
      description="Each site publishes the pages of a space."
      above={<Link to="/content">Content</Link>}
      actions={
        isEditor && (
          <Button
            icon={Plus}
            variant="primary"
            disabled={choices.length === 0}
            onClick={() => setQuestion({ action: "edit" })}
          >
            New site
          </Button>
        )
      }
    >
      <ErrorMessage error={sites.error} onRetry={() => void sites.refetch()} />
      {sites.isPending && <Skeleton />}
      {sites.isSuccess && shown.length === 0 && (
        <EmptyState icon={Globe} title="No sites yet">
          A site publishes the pages of a space at its own address.
        </EmptyState>
      )}
      {shown.map((site) => (
        <SitePanel
          key={site.id}
          site={site}
          space={spaces.data?.find(({ id }) => id === site.spaceId)}
          canEdit={isEditor}
          onEdit={() => setQuestion({ action: "edit", site })}
          onTrash={() => setQuestion({ action: "trash", site })}
        />
      ))}
      <TrashPanel
        items={trashed}
        canRestore={isEditor}
        restore={(siteId) => api.call(restoreSite, { params: { siteId } })}
      />
      {question?.action === "edit" && <SiteDialog site={question.site} spaces={choices} onClose={close} />}
      {question?.action === "trash" && question.site !== undefined && (
        <TrashSite site={question.site} onClose={close} />
      )}
    </Page>
  );
}

interface SitePanelProps {
  readonly site: SiteResource;
  readonly space: SpaceResource | undefined;
  readonly canEdit: boolean;
  readonly onEdit: () => void;
  readonly onTrash: () => void;
}

function SitePanel({ site, space, canEdit, onEdit, onTrash }: SitePanelProps) {
  const { id, title, urls } = site;
  const navigate = useNavigate();
  const isServed = space?.visibility !== "private" && space?.trashedAt === undefined;
  return (
    <section className="panel" aria-label={title}>
      <header className="panel-header">
        <h2>{title}</h2>
        {space !== undefined && <span className="hint">publishes {space.title}</span>}
        {!isServed && (
          <span className="badge" data-tone="warn">
            offline
          </span>
        )}
        <span className="row end">
          <a href={urls.published} target="_blank" rel="noreferrer">
            Open <ExternalLink aria-hidden size={13} />
          </a>
          {canEdit && (
            <Link to="/content/sites/$siteId" params={{ siteId: id }} aria-label={`Preview ${title}`}>
              Preview
            </Link>
          )}
          {canEdit && (
            <ActionMenu
              label={`Actions for site ${title}`}
              groups={[
                [
                  { title: "Name, address, space…", icon: Pencil, run: onEdit },
                  {
                    title: "Customize",
                    icon: Palette,
                    run: () => void navigate({ to: "/content/sites/$siteId", params: { siteId: id } }),
                  },
                ],
                [{ title: "Move to trash…", icon: Trash2, run: onTrash }],
              ]}
            />
          )}
        </span>
      </header>
      {isServed ? (
        <iframe
          className="site"
          title={title}
          src={urls.published}
          sandbox="allow-forms allow-same-origin"
          loading="lazy"
        />
      ) : (
        <p className="hint">
          {space?.trashedAt === undefined
            ? `The space ${space?.title ?? ""} is private. Make it unlisted or public to put this site online.`
            : `The space ${space.title} is in the trash. Restore it to put this site online.`}
        </p>
      )}
    </section>
  );
}

interface SiteDialogProps {
  readonly site: SiteResource | undefined;
  readonly spaces: readonly SpaceResource[];
  readonly onClose: () => void;
}

function SiteDialog({ site, spaces, onClose }: SiteDialogProps) {
  const [title, setTitle] = useState(site?.title ?? "");
  const [path, setPath] = useState(site?.path ?? "");
  const [spaceId, setSpaceId] = useState(site?.spaceId ?? spaces[0]?.id ?? "");
  const save = useChange(
    () => {
      const body = { title, spaceId, path: path === "" ? undefined : path };
      return site === undefined
        ? api.call(createSite, { body })
        : api.call(updateSite, { params: { siteId: site.id }, body });
    },
    () => {
      onClose();
      showToast({ title: site === undefined ? `Created site ${title}` : "Saved" });
    },
  );
  return (
    <FormDialog
      title={site === undefined ? "New site" : `Edit ${site.title}`}
      action={site === undefined ? "Create" : "Save"}
      busy={save.isPending}
      error={save.error}
      fields={["title", "path"]}
      onSubmit={() => save.mutate(undefined)}
      onClose={onClose}
    >
      <TitleField value={title} onChange={setTitle} problem={problemAt(save.error, "title")} />
      <label>
        Space
        <select value={spaceId} onChange={(event) => setSpaceId(event.target.value)}>
          {spaces.map((space) => (
            <option key={space.id} value={space.id}>
              {space.title} ({space.visibility})
            </option>
          ))}
        </select>
      </label>
      <PathField
        value={path}
        onChange={setPath}
        current={site?.path}
        problem={problemAt(save.error, "path")}
        hint="The last part of the site’s URL."
      />
    </FormDialog>
  );
}

function TrashSite({ site, onClose }: { readonly site: SiteResource; readonly onClose: () => void }) {
  const client = useQueryClient();
  const params = { siteId: site.id };
  const trash = useChange(
    () => api.call(trashSite, { params }),
    () => {
      onClose();
      showToast({
        title: `Moved ${site.title} to trash`,
        onUndo: () => void takeBack(client, `${site.title} is back`, () => api.call(restoreSite, { params })),
      });
    },
  );
  return (
    <ConfirmDialog
      title={`Move ${site.title} to trash?`}
      consequence={
        <>
          <p>
            Visitors will get a “not found” page at <code>{site.urls.published}</code> immediately.
          </p>
          <p>
            The site keeps its address, and the pages of its space aren’t affected. You can restore it at any
            time.
          </p>
        </>
      }
      action="Move to trash"
      busy={trash.isPending}
      error={trash.error}
      onConfirm={() => trash.mutate(undefined)}
      onCancel={onClose}
    />
  );
}
