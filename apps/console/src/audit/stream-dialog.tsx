import { ApiError, type AuditStream } from "@plugboard/api/client";
import { deleteAuditStream, getAuditStream, setAuditStream } from "@plugboard/api/routes";
import { useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange, useRead } from "../data/queries.ts";
import { HealthView } from "../endpoints/endpoint-health.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Form } from "../ui/form.tsx";
import { Skeleton } from "../ui/page.tsx";
import { showToast } from "../ui/show-toast.ts";
import { isShownAtFields, problemAt, TextField } from "../ui/text-field.tsx";

interface StreamDialogProps {
  readonly organizationId: string;
  readonly onClose: () => void;
}

/** Sets the URL that an organization's audit log is streamed to, shows its health and secret, and ends it. */
export function StreamDialog({ organizationId, onClose }: StreamDialogProps) {
  const stream = useRead(getAuditStream, { params: { organizationId } });
  const isMissing = stream.error instanceof ApiError && stream.error.code === "not_found";
  return (
    <Dialog
      title="Stream audit log"
      description="Sends each new entry to a URL as a signed webhook, with the usual retries. Only owners and admins can see it."
      onClose={onClose}
    >
      {stream.isPending && <Skeleton rows={2} />}
      {!isMissing && <ErrorMessage error={stream.error} />}
      {(isMissing || stream.isSuccess) && (
        <StreamForm
          key={isMissing ? "" : stream.data?.url}
          organizationId={organizationId}
          stream={isMissing ? undefined : stream.data}
        />
      )}
    </Dialog>
  );
}

interface StreamFormProps extends Pick<StreamDialogProps, "organizationId"> {
  readonly stream: AuditStream | undefined;
}

function StreamForm({ organizationId, stream }: StreamFormProps) {
  const params = { organizationId };
  const [url, setUrl] = useState(stream?.url ?? "");
  const save = useChange(
    () => api.call(setAuditStream, { params, body: { url } }),
    () => showToast({ title: "New entries are streamed" }),
  );
  const stop = useChange(
    () => api.call(deleteAuditStream, { params }),
    () => showToast({ title: "Stopped streaming" }),
  );
  return (
    <Form className="entry-form" onSubmit={() => save.mutate(undefined)}>
      {stream !== undefined && <HealthView health={stream.health} />}
      <TextField
        label="URL"
        hint="Receives entries from now on, such as https://siem.example.com/plugboard."
        problem={problemAt(save.error, "url")}
        value={url}
        onChange={setUrl}
      />
      {stream !== undefined && (
        <p className="row">
          Signing secret
          <CopyButton text={stream.secret} label="Copy signing secret" />
        </p>
      )}
      {!isShownAtFields(save.error, ["url"]) && <ErrorMessage error={save.error ?? stop.error} />}
      <p className="row">
        <Button type="submit" variant="primary" busy={save.isPending}>
          {stream === undefined ? "Start streaming" : "Save"}
        </Button>
        {stream !== undefined && (
          <Button variant="danger" busy={stop.isPending} onClick={() => stop.mutate(undefined)}>
            Stop streaming
          </Button>
        )}
      </p>
    </Form>
  );
}
