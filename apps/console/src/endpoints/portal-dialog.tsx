import type { EndpointEventType, PortalSessionSummary } from "@plugboard/api/client";
import { createPortalSession, listPortalSessions, revokePortalSession } from "@plugboard/api/routes";
import { useState } from "react";
import { api } from "../data/platform-api.ts";
import { useChange, useReadAll } from "../data/queries.ts";
import { Button } from "../ui/button.tsx";
import { Copyable } from "../ui/copy.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { TimeAgo } from "../ui/time.tsx";
import { EventTypeChoices } from "./form/event-type-choices.tsx";
import { PortalOrigins } from "./portal-origins.tsx";

const minuteSeconds = 60;
const lifetimes = [
  { seconds: 15 * minuteSeconds, title: "15 minutes" },
  { seconds: 60 * minuteSeconds, title: "One hour" },
  { seconds: 24 * 60 * minuteSeconds, title: "One day" },
] as const;

interface PortalDialogProps {
  readonly organizationId: string;
  readonly onClose: () => void;
}

/** Creates and revokes portal links of an organization. */
export function PortalDialog({ organizationId, onClose }: PortalDialogProps) {
  const params = { organizationId };
  const [lifetimeSeconds, setLifetime] = useState<number>(lifetimes[0].seconds);
  const [readOnly, setReadOnly] = useState(true);
  const [eventTypes, setEventTypes] = useState<readonly EndpointEventType[]>([]);
  const sessions = useReadAll(listPortalSessions, { params });
  const create = useChange(() =>
    api.call(createPortalSession, {
      params,
      body: {
        lifetimeSeconds,
        readOnly,
        eventTypes: eventTypes.length === 0 ? undefined : [...eventTypes],
      },
    }),
  );
  return (
    <Dialog
      title="Portal links"
      description="Anyone with the link can manage this organization’s webhook endpoints, without an account, until it expires."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button variant="primary" busy={create.isPending} onClick={() => create.mutate(undefined)}>
            Create link
          </Button>
        </>
      }
    >
      <label>
        Expires after
        <select value={lifetimeSeconds} onChange={(event) => setLifetime(Number(event.target.value))}>
          {lifetimes.map(({ seconds, title }) => (
            <option key={seconds} value={seconds}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label className="row">
        <input type="checkbox" checked={readOnly} onChange={(event) => setReadOnly(event.target.checked)} />
        Read-only: hides secrets and allows no changes
      </label>
      <details>
        <summary>Event types: {eventTypes.length === 0 ? "all" : eventTypes.join(", ")}</summary>
        <EventTypeChoices selected={eventTypes} onChange={setEventTypes}>
          <p className="hint">
            The link shows only these types, and hides endpoints that receive any other. Defaults to all.
          </p>
        </EventTypeChoices>
      </details>
      <ErrorMessage error={create.error ?? sessions.error} />
      {create.data !== undefined && (
        <p>
          <Copyable text={create.data.signedUrl} label="Copy link" />
          <span className="hint"> You won’t be able to see it again.</span>
        </p>
      )}
      {sessions.data !== undefined && sessions.data.length > 0 && (
        <section aria-label="Open links">
          <h3>Open links</h3>
          <ul className="plain-list">
            {sessions.data.map((session) => (
              <OpenSession key={session.id} organizationId={organizationId} session={session} />
            ))}
          </ul>
        </section>
      )}
      <PortalOrigins organizationId={organizationId} />
    </Dialog>
  );
}

interface OpenSessionProps {
  readonly organizationId: string;
  readonly session: PortalSessionSummary;
}

function OpenSession({ organizationId, session: { id, readOnly, eventTypes, expiresAt } }: OpenSessionProps) {
  const params = { organizationId, portalSessionId: id };
  const revoke = useChange(() => api.call(revokePortalSession, { params }));
  return (
    <li>
      <div className="row">
        <span>{readOnly ? "Read-only" : "Can edit endpoints"}</span>
        {eventTypes !== undefined && (
          <span className="clip" title={eventTypes.join(", ")}>
            {eventTypes.join(", ")}
          </span>
        )}
        <span className="hint">
          ends <TimeAgo time={expiresAt} />
        </span>
        <span className="end">
          <Button busy={revoke.isPending} onClick={() => revoke.mutate(undefined)}>
            Revoke
          </Button>
        </span>
      </div>
      <ErrorMessage error={revoke.error} />
    </li>
  );
}
