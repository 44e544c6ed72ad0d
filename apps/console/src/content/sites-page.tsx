import "./content.css";
import type { SiteResource, SpaceResource } from "@plugboard/api/client";
import { createSite, listSites, listSpaces, restoreSite, trashSite, updateSite } from "@plugboard/api/routes";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ExternalLink, Globe, Pencil, Plus, Trash2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useOrganizations } from "../data/organization.ts";
import { api } from "../data/platform-api.ts";
import { useChange, useReadAll } from "../data/queries.ts";
import { useSignedIn } from "../people/use-person.ts";
import { ActionMenu } from "../ui/action-menu.tsx";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog, FormDialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { showToast } from "../ui/show-toast.ts";
import { takeBack, TitleField } from "./page-dialogs.tsx";

/** The sites as their visitors see them. */
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
  const restore = useChange(
    (siteId: string) => api.call(restoreSite, { params: { siteId } }),
    ({ title }) => showToast({ title: `${title} is back` }),
  );
  return (
    <Page
      title="Sites"
      description="Each publishes the pages of a space."
      above={<Link to="/content">Content</Link>}
      actions={
        isEditor && (
          <Button
            icon={Plus}
            look="primary"
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
          A site publishes the pages of a space under an address of its own.
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
      {trashed.length > 0 && (
        <section className="panel" aria-label="Trash">
          <h2>Trash</h2>
          <ErrorMessage error={restore.error} />
          <ul className="plain-list">
            {trashed.map(({ id, title, trashedAt = "" }) => (
              <li key={id} className="row">
                <span className="clip">{title}</span>
                <span className="hint end">
                  since <TimeAgo time={trashedAt} />
                </span>
                {isEditor && (
                  <Button
                    aria-label={`Restore ${title}`}
                    busy={restore.isPending}
                    onClick={() => restore.mutate(id)}
                  >
                    Restore
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
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

function SitePanel({ site: { title, urls }, space, canEdit, onEdit, onTrash }: SitePanelProps) {
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
            <ActionMenu
              label={`Actions of the site ${title}`}
              groups={[
                [{ title: "Name, address, space…", icon: Pencil, run: onEdit }],
                [{ title: "Move to the trash…", icon: Trash2, run: onTrash }],
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
            ? `The space ${space?.title ?? ""} is private. Make it unlisted or public, and the site is online.`
            : `The space ${space.title} is in the trash. Restore it, and the site is online.`}
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
      showToast({ title: site === undefined ? `Made the site ${title}` : "Saved" });
    },
  );
  const isMoved = site !== undefined && path !== site.path;
  return (
    <FormDialog
      title={site === undefined ? "New site" : `Change ${site.title}`}
      action={site === undefined ? "Create" : "Save"}
      busy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate(undefined)}
      onClose={onClose}
    >
      <TitleField value={title} onChange={setTitle} />
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
      <label>
        Path
        <input
          value={path}
          onChange={(event) => setPath(event.target.value)}
          required={site !== undefined}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          title="Lower-case letters, digits and single hyphens between them"
          placeholder={site === undefined ? "made from the title" : undefined}
        />
        <span className="hint">
          {isMoved ? `Links to ${site.path} will lead nowhere.` : "The last part of its address."}
        </span>
      </label>
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
        title: `${site.title} is in the trash`,
        onUndo: () => void takeBack(client, `${site.title} is back`, () => api.call(restoreSite, { params })),
      });
    },
  );
  return (
    <ConfirmDialog
      title={`Move ${site.title} to the trash?`}
      consequence={
        <>
          <p>
            Its visitors find nothing at <code>{site.urls.published}</code> from now on.
          </p>
          <p>It keeps its address, and the pages of its space stay. It can be restored at any time.</p>
        </>
      }
      action="Move to the trash"
      busy={trash.isPending}
      error={trash.error}
      onConfirm={() => trash.mutate(undefined)}
      onCancel={onClose}
    />
  );
}
