import type { InstallationResource } from "@plugboard/api/client";
import {
  deleteInstallation,
  listWebhookEndpoints,
  pauseInstallation,
  resumeInstallation,
} from "@plugboard/api/routes";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange, useReadAll } from "../data/queries.ts";
import { useKinds } from "../product/contract.ts";
import { useResourceInstallations } from "../product/resource-installations.ts";
import { Button } from "../ui/button.tsx";
import { ConfirmDialog, FormDialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { formatCount, formatList } from "../ui/format.ts";
import { LabeledField } from "../ui/labeled-field.tsx";
import { showToast } from "../ui/show-toast.ts";
import { problemAt } from "../ui/text-field.tsx";

interface InstallationActionsProps {
  readonly installation: InstallationResource;
  readonly title: string;
}

/** Pauses, resumes and removes an installation. */
export function InstallationActions({ installation, title }: InstallationActionsProps) {
  const { id, status } = installation;
  const navigate = useNavigate();
  const [open, setOpen] = useState<"pause" | "remove">();
  const close = (): void => setOpen(undefined);
  const params = { installationId: id };
  const resume = useChange(() => api.call(resumeInstallation, { params }));
  const remove = useChange(
    () => api.call(deleteInstallation, { params }),
    () => void navigate({ to: "/installed" }),
  );
  return (
    <>
      {status === "active" && <Button onClick={() => setOpen("pause")}>Pause…</Button>}
      {status === "paused" && (
        <Button busy={resume.isPending} onClick={() => resume.mutate(undefined)}>
          Resume
        </Button>
      )}
      <Button onClick={() => setOpen("remove")}>Remove…</Button>
      <ErrorMessage error={resume.error} />
      {open === "pause" && (
        <PauseDialog
          installationId={id}
          title={title}
          onResume={() => resume.mutate(undefined)}
          onClose={close}
        />
      )}
      {open === "remove" && (
        <ConfirmDialog
          title={`Remove ${title}?`}
          consequence={<RemovalConsequence installationId={id} title={title} />}
          action="Remove"
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(undefined)}
          onCancel={close}
        />
      )}
    </>
  );
}

interface PauseDialogProps {
  readonly installationId: string;
  readonly title: string;
  readonly onResume: () => void;
  readonly onClose: () => void;
}

/** Asks for a reason, which is shown to everyone who opens the paused installation. */
function PauseDialog({ installationId, title, onResume, onClose }: PauseDialogProps) {
  const [reason, setReason] = useState("");
  const pause = useChange(
    () => {
      const written = reason.trim();
      const body = written === "" ? {} : { reason: written };
      return api.call(pauseInstallation, { params: { installationId }, body });
    },
    () => {
      onClose();
      showToast({ title: `${title} is paused`, onUndo: onResume });
    },
  );
  return (
    <FormDialog
      title={`Pause ${title}?`}
      description="Until you resume it, its events are queued, and its blocks and buttons don’t work."
      action="Pause"
      busy={pause.isPending}
      error={pause.error}
      fields={["reason"]}
      onSubmit={() => pause.mutate(undefined)}
      onClose={onClose}
    >
      <LabeledField
        label="Reason"
        hint="Shown to everyone who opens the installation."
        problem={problemAt(pause.error, "reason")}
      >
        {(control) => (
          <textarea
            {...control}
            rows={3}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </LabeledField>
    </FormDialog>
  );
}

/** Lists everything that is deleted with an installation. */
function RemovalConsequence({
  installationId,
  title,
}: {
  readonly installationId: string;
  readonly title: string;
}) {
  const params = { installationId };
  const installed = useResourceInstallations(installationId).data ?? [];
  const endpoints = useReadAll(listWebhookEndpoints, { params });
  const locations = useKinds().flatMap(({ kind, title: name, plural }) => {
    const count = installed.filter((one) => one.kind.kind === kind).length;
    return count === 0 ? [] : [formatCount(count, name.toLowerCase(), plural)];
  });
  return (
    <>
      <p>This permanently removes:</p>
      <ul className="consequences">
        <li>its settings and connected accounts</li>
        {locations.length > 0 && (
          <li>its installation in {formatList(locations)}, including the settings there</li>
        )}
        {endpoints.data?.map(({ id, url }) => (
          <li key={id}>
            the webhook endpoint <code>{url}</code> with its secret
          </li>
        ))}
      </ul>
      <p>
        {title} will stop receiving events. Its blocks stay in pages but no longer render. Past deliveries
        stay listed.
      </p>
    </>
  );
}
