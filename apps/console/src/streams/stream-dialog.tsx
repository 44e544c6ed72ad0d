import { ApiError, resourceOf, type StreamResource, type StreamUpdate } from "@plugboard/api/client";
import { deleteStream, getStream, resendStream, setStream } from "@plugboard/api/routes";
import { type ReactNode, useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange, useLive } from "../data/queries.ts";
import { HealthView } from "../endpoints/endpoint-health.tsx";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy.tsx";
import { ConfirmDialog, Dialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Form } from "../ui/form.tsx";
import { formatCount, formatNumber } from "../ui/format.ts";
import { showToast } from "../ui/show-toast.ts";
import { isShownAtFields, problemAt, TextField } from "../ui/text-field.tsx";

/** The part of a stream that limits its entries. */
export type StreamFilter = Omit<StreamUpdate, "url">;

interface StreamFormProps {
  readonly organizationId: string;
  readonly stream: "audit" | "logs";
  /** Renders the fields of the filter. */
  readonly renderFilter?: (filter: StreamFilter, onChange: (filter: StreamFilter) => void) => ReactNode;
}

interface StreamDialogProps extends StreamFormProps {
  readonly title: string;
  readonly description: string;
  readonly onClose: () => void;
}

/** Sets the URL that a log is streamed to, shows the stream's health and secret, resends its failures, and stops it. */
export function StreamDialog({ title, description, onClose, ...form }: StreamDialogProps) {
  const { organizationId, stream } = form;
  const params = { organizationId, stream };
  const current = useLive(
    [getStream.id, params],
    () => api.call(getStream, { params }).catch(nullIfMissing),
    resourceOf(getStream.path),
  );
  // A dialog that opens without its fields can't focus the first one.
  if (current.isPending) return null;
  return (
    <Dialog title={title} description={description} onClose={onClose}>
      <ErrorMessage error={current.error} />
      {current.isSuccess && <StreamForm {...form} current={current.data ?? undefined} />}
    </Dialog>
  );
}

/** A query without data would be pending again while it reloads. */
function nullIfMissing(error: unknown): null {
  if (error instanceof ApiError && error.code === "not_found") return null;
  throw error;
}

function StreamForm({
  organizationId,
  stream,
  renderFilter,
  current,
}: StreamFormProps & { readonly current: StreamResource | undefined }) {
  const params = { organizationId, stream };
  const [url, setUrl] = useState(current?.url ?? "");
  const [filter, setFilter] = useState<StreamFilter>({
    level: current?.level,
    integrations: current?.integrations,
    installations: current?.installations,
  });
  const save = useChange(
    () => api.call(setStream, { params, body: { url, ...filter } }),
    () => showToast({ title: "New entries are streamed" }),
  );
  const [isStopping, setStopping] = useState(false);
  const stop = useChange(
    () => api.call(deleteStream, { params }),
    () => {
      setStopping(false);
      showToast({ title: "Stopped streaming" });
    },
  );
  const resend = useChange(
    () => api.call(resendStream, { params }),
    ({ count }) => showToast({ title: `Resending ${formatCount(count, "delivery", "deliveries")}` }),
  );
  const isAtFields = isShownAtFields(save.error, ["url"]);
  return (
    <>
      <Form className="entry-form" onSubmit={() => save.mutate(undefined)}>
        {current !== undefined && <HealthView health={current.health} />}
        {current?.health.state === "disabled" && (
          <p className="hint">
            Save to enable the endpoint again.
            {stream === "logs" && " Lines that the log removes until then are lost."}
          </p>
        )}
        <TextField
          label="URL"
          hint="Receives entries from now on, such as https://logs.example.com/plugboard."
          problem={problemAt(save.error, "url")}
          value={url}
          onChange={setUrl}
        />
        {renderFilter?.(filter, setFilter)}
        {current !== undefined && (
          <p className="row">
            Signing secret
            <CopyButton text={current.secret} label="Copy signing secret" />
          </p>
        )}
        <ErrorMessage error={(isAtFields ? null : save.error) ?? resend.error} />
        <p className="row">
          <Button type="submit" variant="primary" busy={save.isPending}>
            {current === undefined ? "Start streaming" : "Save"}
          </Button>
          {current !== undefined && current.failed > 0 && (
            <Button busy={resend.isPending} onClick={() => resend.mutate(undefined)}>
              Resend {formatNumber(current.failed)} failed
            </Button>
          )}
          {current !== undefined && (
            <Button variant="danger" onClick={() => setStopping(true)}>
              Stop streaming
            </Button>
          )}
        </p>
      </Form>
      {isStopping && (
        <ConfirmDialog
          title="Stop streaming?"
          consequence={<p>Unsent entries are dropped. A new stream gets a new signing secret.</p>}
          action="Stop"
          busy={stop.isPending}
          error={stop.error}
          onConfirm={() => stop.mutate(undefined)}
          onCancel={() => setStopping(false)}
        />
      )}
    </>
  );
}
