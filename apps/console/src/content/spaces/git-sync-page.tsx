import { ApiError } from "@plugboard/api/client";
import type { GitSyncResource, GitSyncUpdate } from "@plugboard/content/types";
import {
  configureGitSync,
  deleteGitSync,
  getGitSync,
  getSpace,
  listEvents,
  startGitSync,
} from "@plugboard/content/routes";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { GitBranch, RefreshCw } from "lucide-react";
import { type ReactNode, useState } from "react";
import { live } from "../../data/live.ts";
import { useOrganizationId } from "../../data/organization.ts";
import { api } from "../../data/platform-api.ts";
import { useChange, useRead, useReadPage } from "../../data/queries.ts";
import { useSignedIn } from "../../people/use-person.ts";
import { Button } from "../../ui/button.tsx";
import { Copyable } from "../../ui/copy.tsx";
import { ConfirmDialog, FormDialog } from "../../ui/dialog.tsx";
import { ErrorMessage } from "../../ui/error-message.tsx";
import { EmptyState, Page, Skeleton } from "../../ui/page.tsx";
import { showToast } from "../../ui/show-toast.ts";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { problemAt, TextField } from "../../ui/text-field.tsx";
import { TimeAgo } from "../../ui/time.tsx";

const route = getRouteApi("/content/spaces/$spaceId/git");

/** Connects a space to a Git repository, and shows the state and the results of its syncs. */
export function GitSyncPage(): ReactNode {
  const { spaceId } = route.useParams();
  const params = { spaceId };
  const space = useRead(getSpace, { params });
  const { isManager } = useSignedIn();
  const [isEditing, setEditing] = useState(false);
  const sync = useQuery({
    queryKey: [getGitSync.id, spaceId],
    // `null` if the space isn't connected.
    queryFn: () =>
      api.call(getGitSync, { params }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }),
    ...live("content", "deliveries"),
  });
  const connect = isManager && (
    <Button variant="primary" icon={GitBranch} onClick={() => setEditing(true)}>
      Connect repository
    </Button>
  );
  return (
    <Page title="Git sync" description={space.data?.title} above={<Link to="/content">Content</Link>}>
      <ErrorMessage error={space.error ?? sync.error} onRetry={() => void sync.refetch()} />
      {sync.isPending && <Skeleton />}
      {sync.data === null && (
        <EmptyState icon={GitBranch} title="Not connected" action={connect}>
          Keep the pages of this space as Markdown files in a Git repository. Changes on either side are
          merged.
        </EmptyState>
      )}
      {sync.data !== undefined && sync.data !== null && (
        <>
          <Connection sync={sync.data} onEdit={() => setEditing(true)} />
          <SyncHistory spaceId={spaceId} />
        </>
      )}
      {isEditing && (
        <ConnectionDialog spaceId={spaceId} sync={sync.data ?? undefined} onClose={() => setEditing(false)} />
      )}
    </Page>
  );
}

const directions: Readonly<Record<GitSyncResource["direction"], string>> = {
  both: "Both ways",
  import: "Repository to space",
  export: "Space to repository",
};

const states: Readonly<Record<GitSyncResource["state"], string>> = {
  idle: "connected",
  running: "running",
  waiting: "waiting",
};

interface ConnectionProps {
  readonly sync: GitSyncResource;
  readonly onEdit: () => void;
}

function Connection({ sync, onEdit }: ConnectionProps) {
  const { spaceId, remote, branch, folder, direction, everySeconds, hookUrl, hasHookSecret, lastSync } = sync;
  const params = { spaceId };
  const { isEditor, isManager } = useSignedIn();
  const [isRemoving, setRemoving] = useState(false);
  const start = useChange((prefer?: "repository" | "space") =>
    api.call(startGitSync, { params, body: prefer === undefined ? {} : { prefer } }),
  );
  const remove = useChange(
    () => api.call(deleteGitSync, { params }),
    () => {
      setRemoving(false);
      showToast({ title: "Repository disconnected" });
    },
  );
  const isBusy = start.isPending || sync.state !== "idle";
  const hasConflicts = lastSync !== undefined && lastSync.conflicts.length > 0;
  return (
    <section className="panel" aria-label="Repository">
      <header className="panel-header">
        <h2>Repository</h2>
        <StatusBadge
          status={lastSync?.state === "failure" && sync.state === "idle" ? "failed" : states[sync.state]}
        />
        <span className="actions end">
          {isEditor && (
            <Button icon={RefreshCw} busy={isBusy} onClick={() => start.mutate(undefined)}>
              Sync now
            </Button>
          )}
          {isManager && (
            <>
              <Button onClick={onEdit}>Edit…</Button>
              <Button onClick={() => setRemoving(true)}>Disconnect…</Button>
            </>
          )}
        </span>
      </header>
      <ErrorMessage error={start.error} />
      {lastSync?.state === "failure" && (
        <div className="error" role="alert">
          <p>The last sync failed. {lastSync.detail}</p>
          {hasConflicts && (
            <>
              <p>Both sides changed:</p>
              <ul>
                {lastSync.conflicts.map((file) => (
                  <li key={file}>
                    <code>{file}</code>
                  </li>
                ))}
              </ul>
            </>
          )}
          {isEditor && (
            <p className="actions">
              <Button busy={isBusy} onClick={() => start.mutate("space")}>
                Keep the space’s pages
              </Button>
              <Button busy={isBusy} onClick={() => start.mutate("repository")}>
                Keep the repository’s files
              </Button>
            </p>
          )}
        </div>
      )}
      <dl className="facts">
        <dt>Remote</dt>
        <dd>
          <Copyable text={remote} label="Copy remote" />
        </dd>
        <dt>Branch</dt>
        <dd>
          <code>{branch}</code>
        </dd>
        <dt>Folder</dt>
        <dd>{folder === "" ? "The whole repository" : <code>{folder}</code>}</dd>
        <dt>Direction</dt>
        <dd>{directions[direction]}</dd>
        <dt>Schedule</dt>
        <dd>{everySeconds === undefined ? "On request" : `Every ${Math.round(everySeconds / 60)} min`}</dd>
        <dt>Push webhook</dt>
        <dd>
          <Copyable text={hookUrl} label="Copy webhook URL" />{" "}
          <span className="hint">{hasHookSecret ? "Secret set" : "Set a secret to accept push events"}</span>
        </dd>
        {lastSync !== undefined && (
          <>
            <dt>Last sync</dt>
            <dd>
              <TimeAgo time={lastSync.endedAt} />
              {lastSync.commitId !== undefined && (
                <>
                  {" "}
                  at <code title={lastSync.commitId}>{lastSync.commitId.slice(0, 8)}</code>
                </>
              )}
            </dd>
          </>
        )}
      </dl>
      {isRemoving && (
        <ConfirmDialog
          title="Disconnect the repository?"
          consequence="Syncing stops. The space’s pages and the repository’s files stay as they are."
          action="Disconnect"
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(undefined)}
          onCancel={() => setRemoving(false)}
        />
      )}
    </section>
  );
}

/** The latest syncs, from the events that they emit. */
function SyncHistory({ spaceId }: { readonly spaceId: string }) {
  const organization = useOrganizationId();
  const query = { organization, type: "space_gitsync_completed", text: spaceId, limit: 20 };
  const syncs = useReadPage(listEvents, { query });
  const items = syncs.data?.items.filter((event) => event.spaceId === spaceId);
  return (
    <section className="panel" aria-label="Sync history">
      <header className="panel-header">
        <h2>Sync history</h2>
        <Link className="end" to="/content/spaces/$spaceId/history" params={{ spaceId }}>
          Page history
        </Link>
      </header>
      <ErrorMessage error={syncs.error} onRetry={() => void syncs.refetch()} />
      {items?.length === 0 && <p className="hint">No syncs yet.</p>}
      <ul className="plain-list">
        {items?.map(({ id, payload, createdAt }) => (
          <li key={id} className="row">
            <StatusBadge status={payload["state"] === "failure" ? "failed" : "done"} />
            <Link to="/events" search={{ event: id }}>
              <TimeAgo time={createdAt} />
            </Link>
            {typeof payload["revisionId"] === "string" && (
              <Link
                className="end"
                to="/content/spaces/$spaceId/history"
                params={{ spaceId }}
                search={{ revision: payload["revisionId"] }}
              >
                Changes
              </Link>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ConnectionDialogProps {
  readonly spaceId: string;
  /** The connection to edit. Defaults to a new one. */
  readonly sync: GitSyncResource | undefined;
  readonly onClose: () => void;
}

const minute = 60;
const schedules = [
  { seconds: undefined, title: "On request only" },
  { seconds: 5 * minute, title: "Every 5 minutes" },
  { seconds: 60 * minute, title: "Every hour" },
  { seconds: 24 * 60 * minute, title: "Every day" },
] as const;

function ConnectionDialog({ spaceId, sync, onClose }: ConnectionDialogProps) {
  const [remote, setRemote] = useState(sync?.remote ?? "");
  const [branch, setBranch] = useState(sync?.branch ?? "main");
  const [folder, setFolder] = useState(sync?.folder ?? "");
  const [direction, setDirection] = useState(sync?.direction ?? "both");
  const [everySeconds, setEvery] = useState(sync?.everySeconds);
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [hookSecret, setHookSecret] = useState("");
  const save = useChange(
    () => {
      const body: GitSyncUpdate = {
        remote,
        branch,
        folder,
        direction,
        everySeconds,
        ...(password !== "" && { credentials: { username, password } }),
        ...(hookSecret !== "" && { hookSecret }),
      };
      return api.call(configureGitSync, { params: { spaceId }, body });
    },
    () => {
      onClose();
      showToast({ title: sync === undefined ? "Repository connected" : "Saved" });
    },
  );
  const problemOf = (name: string) => problemAt(save.error, name);
  const kept = sync?.hasCredentials === true ? "Leave empty to keep the current one." : "Optional.";
  return (
    <FormDialog
      title={sync === undefined ? "Connect repository" : "Edit connection"}
      action={sync === undefined ? "Connect" : "Save"}
      busy={save.isPending}
      error={save.error}
      fields={["remote", "branch", "folder", "username", "password", "hookSecret"]}
      onSubmit={() => save.mutate(undefined)}
      onClose={onClose}
    >
      <TextField
        autoComplete="off"
        label="Remote"
        value={remote}
        onChange={setRemote}
        hint="An https or ssh URL."
        problem={problemOf("remote")}
        required
      />
      <TextField
        autoComplete="off"
        label="Branch"
        value={branch}
        onChange={setBranch}
        problem={problemOf("branch")}
        required
      />
      <TextField
        autoComplete="off"
        label="Folder"
        value={folder}
        onChange={setFolder}
        hint="Defaults to the whole repository."
        problem={problemOf("folder")}
      />
      <label>
        Direction
        <select
          value={direction}
          // The options are the directions.
          onChange={({ target }) => setDirection(target.value as GitSyncResource["direction"])}
        >
          {Object.entries(directions).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
        <span className="hint">Both ways merges. The others overwrite one side.</span>
      </label>
      <label>
        Schedule
        <select
          value={everySeconds ?? ""}
          onChange={({ target }) => setEvery(target.value === "" ? undefined : Number(target.value))}
        >
          {schedules.map(({ seconds, title }) => (
            <option key={title} value={seconds ?? ""}>
              {title}
            </option>
          ))}
          {everySeconds !== undefined && schedules.every(({ seconds }) => seconds !== everySeconds) && (
            <option value={everySeconds}>Every {everySeconds} s</option>
          )}
        </select>
      </label>
      <TextField
        autoComplete="off"
        label="User name"
        value={username}
        onChange={setUsername}
        hint="For an https remote."
        problem={problemOf("username")}
      />
      <TextField
        autoComplete="off"
        label="Password or token"
        type="password"
        value={password}
        // A user name is only sent with a password.
        required={username !== ""}
        onChange={setPassword}
        hint={kept}
        problem={problemOf("password")}
      />
      <TextField
        autoComplete="off"
        label="Webhook secret"
        type="password"
        value={hookSecret}
        onChange={setHookSecret}
        hint="Your Git host signs push events with it. Optional."
        problem={problemOf("hookSecret")}
      />
    </FormDialog>
  );
}
