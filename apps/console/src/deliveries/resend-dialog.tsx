import type { DeliveryResource } from "@plugboard/api/client";
import { sendTestEvent } from "@plugboard/api/routes";
import { useId, useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange } from "../data/queries.ts";
import { readObject } from "../data/read-object.ts";
import { useTargets } from "../data/targets.ts";
import { Button } from "../ui/button.tsx";
import { indent } from "../ui/code.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";

interface ResendDialogProps {
  readonly delivery: DeliveryResource;
  readonly body: string;
  /** Called with the id of the new delivery. */
  readonly onSent: (deliveryId: string) => void;
  readonly onClose: () => void;
}

/** Sends an edited copy of a delivery's payload to an endpoint, as a new event with its own ID. */
export function ResendDialog({ delivery, body, onSent, onClose }: ResendDialogProps) {
  const { endpoints } = useTargets();
  const own = delivery.target.kind === "endpoint" ? delivery.target.endpointId : undefined;
  const [chosen, setChosen] = useState<string>();
  const endpoint = endpoints.find(({ id }) => id === (chosen ?? own)) ?? endpoints[0];
  const [text, setText] = useState(() => indent(body));
  const problem = findProblem(text);
  const hintId = useId();
  const send = useChange(
    () =>
      api.call(sendTestEvent, {
        params: { installationId: endpoint?.installationId ?? "", endpointId: endpoint?.id ?? "" },
        body: { type: delivery.eventType, payload: readObject("body", text) },
      }),
    ({ deliveryId }) => onSent(deliveryId),
  );
  return (
    <Dialog
      title="Edit and resend"
      description="Creates a new event with its own ID, so receivers don’t treat it as a duplicate. It is signed and retried as usual."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            busy={send.isPending}
            disabled={problem !== undefined || endpoint === undefined}
            onClick={() => send.mutate(undefined)}
          >
            Send
          </Button>
        </>
      }
    >
      <ErrorMessage error={send.error} />
      <label>
        To
        <select value={endpoint?.id} onChange={(event) => setChosen(event.target.value)}>
          {endpoints.map(({ id, url }) => (
            <option key={id} value={id}>
              {url}
            </option>
          ))}
        </select>
      </label>
      <label>
        Body
        <textarea
          className="code-input"
          rows={14}
          spellCheck={false}
          value={text}
          aria-invalid={problem !== undefined}
          aria-describedby={hintId}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <p id={hintId} className={problem === undefined ? "hint" : "problem"}>
        {problem ?? "The type, event ID and installation are filled in when the event is sent."}
      </p>
    </Dialog>
  );
}

/** Returns why a text can't be sent as a body. */
function findProblem(text: string): string | undefined {
  try {
    return readObject("body", text) === undefined ? "Enter a JSON object." : undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
