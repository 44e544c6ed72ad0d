import { type WebhookEventType, webhookEventTypes } from "@plugboard/api";
import type { WebhookEndpoint } from "@plugboard/api/client";
import { updateWebhookEndpoint } from "@plugboard/api/routes";
import { useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange } from "../data/queries.ts";
import { EventTypeDescription } from "../developers/event-catalogue.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";

interface EventTypesDialogProps {
  readonly endpoint: WebhookEndpoint;
  readonly onClose: () => void;
}

/** Chooses which events an endpoint gets from those there are, each with its fields and an example. */
export function EventTypesDialog({ endpoint, onClose }: EventTypesDialogProps) {
  const [chosen, setChosen] = useState<ReadonlySet<WebhookEventType>>(new Set(endpoint.eventTypes));
  const params = { installationId: endpoint.installationId, endpointId: endpoint.id };
  const eventTypes = webhookEventTypes.filter((type) => chosen.has(type));
  const save = useChange(() => api.call(updateWebhookEndpoint, { params, body: { eventTypes } }), onClose);
  const toggle = (type: WebhookEventType): void => {
    const next = new Set(chosen);
    if (!next.delete(type)) next.add(type);
    setChosen(next);
  };
  return (
    <Dialog
      title="Event types"
      description="What this endpoint gets from now on."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={save.isPending}
            disabled={eventTypes.length === 0}
            onClick={() => save.mutate(undefined)}
          >
            Save
          </Button>
        </>
      }
    >
      <ErrorMessage error={save.error} />
      {webhookEventTypes.map((type) => (
        <div key={type} className="choice">
          <label className="row">
            <input type="checkbox" checked={chosen.has(type)} onChange={() => toggle(type)} />
            <code>{type}</code>
          </label>
          <EventTypeDescription type={type} />
        </div>
      ))}
    </Dialog>
  );
}
