import type { IntegrationReviewResource } from "@plugboard/api/client";
import { approveIntegration, listIntegrationReviews, rejectIntegration } from "@plugboard/api/routes";
import { ClipboardCheck } from "lucide-react";
import { type ReactNode, useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange, useReadAll } from "../data/queries.ts";
import { ScopeList } from "../ui/scope-list.tsx";
import { useSignedIn } from "../people/use-person.ts";
import { Button } from "../ui/button.tsx";
import { FormDialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { LabeledField } from "../ui/labeled-field.tsx";
import { EmptyState, Page, Skeleton } from "../ui/page.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { problemAt } from "../ui/text-field.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { showToast } from "../ui/show-toast.ts";

/** Lists integrations submitted for public listing, for the platform administrator to review. */
export function ReviewsPage(): ReactNode {
  const reviews = useReadAll(listIntegrationReviews);
  const [rejecting, setRejecting] = useState<IntegrationReviewResource>();
  const items = reviews.data ?? [];
  const open = items.filter(({ status }) => status === "submitted");
  const decided = items.filter(({ status }) => status !== "submitted");
  return (
    <Page title="Review" description="Integrations submitted for listing in the marketplace.">
      <ErrorMessage error={reviews.error} onRetry={() => void reviews.refetch()} />
      {reviews.isPending && <Skeleton />}
      {reviews.isSuccess && items.length === 0 && (
        <EmptyState icon={ClipboardCheck} title="No submissions">
          Developers submit an integration from its page or through the API. Approved integrations are listed
          for all organizations.
        </EmptyState>
      )}
      {open.map((review) => (
        <Submission key={review.id} review={review} onReject={() => setRejecting(review)} />
      ))}
      {decided.length > 0 && (
        <section className="panel" aria-label="Decided">
          <h2>Decided</h2>
          <ul className="plain-list">
            {decided.map(({ id, integration, version, status, reason, decidedAt }) => (
              <li key={id} className="row">
                <strong>{integration}</strong> version {version} <StatusBadge status={status} />
                {decidedAt !== undefined && <TimeAgo time={decidedAt} />}
                {reason !== undefined && <span className="hint">{reason}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {rejecting !== undefined && (
        <RejectionDialog review={rejecting} onClose={() => setRejecting(undefined)} />
      )}
    </Page>
  );
}

interface SubmissionProps {
  readonly review: IntegrationReviewResource;
  readonly onReject: () => void;
}

function Submission({ review, onReject }: SubmissionProps) {
  const { integration, version, scopes, organization, createdAt } = review;
  const { isAdministrator } = useSignedIn();
  const approve = useChange(
    () => api.call(approveIntegration, { params: { reviewId: review.id } }),
    () => showToast({ title: `${integration} is listed` }),
  );
  return (
    <section className="panel" aria-label={integration}>
      <div className="row">
        <h2>{integration}</h2>
        <span className="hint">
          version {version}, submitted <TimeAgo time={createdAt} /> by <code>{organization}</code>
        </span>
      </div>
      <h3>Permissions</h3>
      <ScopeList scopes={scopes} />
      <ErrorMessage error={approve.error} />
      {isAdministrator ? (
        <div className="actions">
          <Button variant="primary" busy={approve.isPending} onClick={() => approve.mutate(undefined)}>
            Approve
          </Button>
          <Button onClick={onReject}>Reject…</Button>
        </div>
      ) : (
        <p className="hint">Waiting for approval by the platform administrator.</p>
      )}
    </section>
  );
}

interface RejectionDialogProps {
  readonly review: IntegrationReviewResource;
  readonly onClose: () => void;
}

function RejectionDialog({ review, onClose }: RejectionDialogProps) {
  const [reason, setReason] = useState("");
  const reject = useChange(
    () => api.call(rejectIntegration, { params: { reviewId: review.id }, body: { reason } }),
    onClose,
  );
  return (
    <FormDialog
      title={`Reject ${review.integration}?`}
      description="The developers will see this reason. They can submit a new version."
      action="Reject"
      busy={reject.isPending}
      error={reject.error}
      fields={["reason"]}
      onSubmit={() => reject.mutate(undefined)}
      onClose={onClose}
    >
      <LabeledField label="Reason" problem={problemAt(reject.error, "reason")}>
        {(control) => (
          <textarea
            {...control}
            required
            rows={4}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </LabeledField>
    </FormDialog>
  );
}
