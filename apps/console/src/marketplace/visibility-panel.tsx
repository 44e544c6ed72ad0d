import type { IntegrationResource } from "@plugboard/api/client";
import {
  getShareLink,
  listIntegrationReviews,
  rotateShareLink,
  submitIntegration,
} from "@plugboard/api/routes";
import { type ReactNode, useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange, useRead, useReadAll } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copy.tsx";
import { ConfirmDialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { showToast } from "../ui/show-toast.ts";
import { StatusBadge } from "../ui/status-badge.tsx";
import { TimeAgo } from "../ui/time.tsx";

interface VisibilityPanelProps {
  readonly integration: IntegrationResource;
}

const panels: Readonly<
  Record<IntegrationResource["visibility"], (props: VisibilityPanelProps) => ReactNode>
> = {
  private: () => (
    <p className="hint">
      Only your organization can see it. Publish it with <code>visibility: public</code> to make it available
      to all organizations.
    </p>
  ),
  unlisted: ShareLinkView,
  public: ReviewView,
};

/** An integration's visibility for its publisher: the share link if unlisted, the review if public. */
export function VisibilityPanel({ integration }: VisibilityPanelProps) {
  const View = panels[integration.visibility];
  return (
    <section className="panel" aria-label="Visibility">
      <header className="panel-header">
        <h2>Visibility</h2>
        <span className="badge">{integration.visibility}</span>
      </header>
      <View integration={integration} />
    </section>
  );
}

function ShareLinkView({ integration: { name } }: VisibilityPanelProps) {
  const params = { integration: name };
  const link = useRead(getShareLink, { params });
  const [replacing, setReplacing] = useState(false);
  const rotate = useChange(
    () => api.call(rotateShareLink, { params }),
    () => {
      setReplacing(false);
      showToast({ title: "Link replaced" });
    },
  );
  return (
    <>
      <p className="hint">Unlisted. Anyone with this link can view and install it.</p>
      <ErrorMessage error={link.error} onRetry={() => void link.refetch()} />
      {link.data !== undefined && (
        <p className="row">
          <Copyable text={link.data.url} label="Copy link" />
          <span className="end">
            <Button onClick={() => setReplacing(true)}>Replace link…</Button>
          </span>
        </p>
      )}
      {replacing && (
        <ConfirmDialog
          title="Replace the link?"
          consequence={<p>The old link stops working immediately. Existing installations aren’t affected.</p>}
          action="Replace"
          busy={rotate.isPending}
          error={rotate.error}
          onConfirm={() => rotate.mutate(undefined)}
          onCancel={() => setReplacing(false)}
        />
      )}
    </>
  );
}

function ReviewView({ integration: { name, title, version } }: VisibilityPanelProps) {
  const reviews = useReadAll(listIntegrationReviews, { query: { integration: name } });
  const submit = useChange(
    () => api.call(submitIntegration, { params: { integration: name } }),
    () => showToast({ title: `${title} is submitted` }),
  );
  // Reviews are listed in the order of their submission.
  const latest = reviews.data?.at(-1);
  const isOver = latest === undefined || (latest.status !== "submitted" && latest.version !== version);
  return (
    <>
      <p className="hint">
        It is listed for all organizations once the platform administrator approves a version. Later versions
        only need approval if they request more permissions.
      </p>
      {latest !== undefined && (
        <p className="row">
          Version {latest.version} <StatusBadge status={latest.status} />
          <TimeAgo time={latest.decidedAt ?? latest.createdAt} />
        </p>
      )}
      {latest?.reason !== undefined && <p>{latest.reason}</p>}
      <ErrorMessage error={reviews.error ?? submit.error} />
      {reviews.isSuccess && (isOver || latest.status === "rejected") && (
        <div className="actions">
          <Button busy={submit.isPending} onClick={() => submit.mutate(undefined)}>
            Submit for review
          </Button>
        </div>
      )}
    </>
  );
}
