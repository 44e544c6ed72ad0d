import { type WebhookEventType, webhookEventTypes } from "@plugboard/api";
import type { WebhookEndpoint } from "@plugboard/api/client";
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  getWebhookEndpointSecrets,
  getWebhookEndpointStatistics,
  listWebhookEndpoints,
  rotateWebhookEndpointSecret,
  sendTestEvent,
  updateWebhookEndpoint,
} from "@plugboard/api/routes";
import { type ReactNode, useState } from "react";
import { usePortal, usePortalAction, usePortalReading } from "./portal-data.ts";
import { PortalError, formatMilliseconds, formatMoment, formatShare } from "./portal-format.tsx";

/** The endpoints of the organization, and a form for one more. */
export function PortalEndpoints(): ReactNode {
  const { api, session } = usePortal();
  const { data, error } = usePortalReading("endpoints", async () => {
    const lists = await Promise.all(
      session.installations.map(({ id: installationId }) =>
        api.call(listWebhookEndpoints, { params: { installationId } }),
      ),
    );
    return lists.flatMap(({ items }) => items);
  });
  const [isAdding, setAdding] = useState(false);
  const canAdd = !session.readOnly && session.installations.length > 0;
  return (
    <section aria-label="Endpoints">
      <PortalError error={error} />
      {canAdd && !isAdding && (
        <button type="button" data-look="primary" onClick={() => setAdding(true)}>
          Add an endpoint
        </button>
      )}
      {isAdding && <NewEndpoint onDone={() => setAdding(false)} />}
      {data?.length === 0 && (
        <p className="plugboard-portal-hint">There is no endpoint yet. Add one to receive events.</p>
      )}
      {data?.map((endpoint) => (
        <Endpoint key={endpoint.id} endpoint={endpoint} />
      ))}
    </section>
  );
}

function NewEndpoint({ onDone }: { readonly onDone: () => void }) {
  const { api, session } = usePortal();
  const { run, isBusy, error } = usePortalAction();
  const [installationId, setInstallation] = useState(session.installations[0]?.id ?? "");
  const [url, setUrl] = useState("");
  const [eventTypes, setEventTypes] = useState<readonly WebhookEventType[]>(webhookEventTypes);
  return (
    <form
      className="plugboard-portal-card"
      onSubmit={(event) => {
        event.preventDefault();
        const params = { installationId };
        run(async () => {
          await api.call(createWebhookEndpoint, { params, body: { url, eventTypes } });
          onDone();
        });
      }}
    >
      <h2>New endpoint</h2>
      {session.installations.length > 1 && (
        <label>
          Events of
          <select value={installationId} onChange={(event) => setInstallation(event.target.value)}>
            {session.installations.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        URL
        <input
          type="url"
          required
          placeholder="https://"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      </label>
      <EventTypes chosen={eventTypes} onChange={setEventTypes} />
      <PortalError error={error} />
      <div className="plugboard-portal-row">
        <button type="submit" data-look="primary" disabled={isBusy || eventTypes.length === 0}>
          Add
        </button>
        <button type="button" onClick={onDone}>
          Cancel
        </button>
      </div>
    </form>
  );
}

interface EventTypesProps {
  readonly chosen: readonly WebhookEventType[];
  readonly onChange: (chosen: readonly WebhookEventType[]) => void;
}

function EventTypes({ chosen, onChange }: EventTypesProps) {
  return (
    <fieldset>
      <legend>Event types</legend>
      {webhookEventTypes.map((type) => (
        <label key={type} className="plugboard-portal-row">
          <input
            type="checkbox"
            checked={chosen.includes(type)}
            onChange={() =>
              onChange(
                webhookEventTypes.filter((each) =>
                  each === type ? !chosen.includes(each) : chosen.includes(each),
                ),
              )
            }
          />
          <code>{type}</code>
        </label>
      ))}
    </fieldset>
  );
}

type Panel = "secrets" | "types" | "remove";

function Endpoint({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { api, session } = usePortal();
  const { run, isBusy, error } = usePortalAction();
  const [panel, setPanel] = useState<Panel>();
  const params = { installationId: endpoint.installationId, endpointId: endpoint.id };
  const { data } = usePortalReading(`statistics ${endpoint.id}`, () =>
    api.call(getWebhookEndpointStatistics, { params }),
  );
  const sum = (name: "delivered" | "failed" | "attempts"): number =>
    data?.hours.reduce((total, hour) => total + hour[name], 0) ?? 0;
  const finished = sum("delivered") + sum("failed");
  const isEnabled = endpoint.status === "enabled";
  const toggle = (name: Panel): void => setPanel(panel === name ? undefined : name);
  return (
    <article className="plugboard-portal-card" aria-label={endpoint.url}>
      <div className="plugboard-portal-row">
        <h2>{endpoint.url}</h2>
        <span className="plugboard-portal-badge" data-status={endpoint.status}>
          {endpoint.status}
        </span>
      </div>
      <dl className="plugboard-portal-figures">
        <div>
          <dt>Success rate, 24 h</dt>
          <dd>{finished === 0 ? "–" : formatShare(sum("delivered") / finished)}</dd>
        </div>
        <div>
          <dt>p50</dt>
          <dd>{formatMilliseconds(data?.p50Milliseconds)}</dd>
        </div>
        <div>
          <dt>p95</dt>
          <dd>{formatMilliseconds(data?.p95Milliseconds)}</dd>
        </div>
        <div>
          <dt>Requests</dt>
          <dd>{sum("attempts")}</dd>
        </div>
        <div>
          <dt>Waiting</dt>
          <dd>{data?.pending ?? "–"}</dd>
        </div>
      </dl>
      <p className="plugboard-portal-row">
        {endpoint.eventTypes.map((type) => (
          <code key={type}>{type}</code>
        ))}
      </p>
      {!session.readOnly && (
        <div className="plugboard-portal-row">
          <button
            type="button"
            disabled={isBusy}
            onClick={() =>
              run(() =>
                api.call(updateWebhookEndpoint, {
                  params,
                  body: { status: isEnabled ? "paused" : "enabled" },
                }),
              )
            }
          >
            {isEnabled ? "Pause" : "Enable"}
          </button>
          <button
            type="button"
            disabled={isBusy}
            onClick={() => run(() => api.call(sendTestEvent, { params, body: {} }))}
          >
            Send a test event
          </button>
          <button type="button" aria-expanded={panel === "types"} onClick={() => toggle("types")}>
            Event types…
          </button>
          <button type="button" aria-expanded={panel === "secrets"} onClick={() => toggle("secrets")}>
            Secret…
          </button>
          <button type="button" aria-expanded={panel === "remove"} onClick={() => toggle("remove")}>
            Remove…
          </button>
        </div>
      )}
      <PortalError error={error} />
      {panel === "types" && <EventTypesPanel endpoint={endpoint} onDone={() => setPanel(undefined)} />}
      {panel === "secrets" && <SecretsPanel endpoint={endpoint} />}
      {panel === "remove" && (
        <div className="plugboard-portal-panel">
          <h3>Remove this endpoint?</h3>
          <p>Its deliveries that were not sent yet are not sent any more, and its history goes with it.</p>
          <div className="plugboard-portal-row">
            <button
              type="button"
              data-look="danger"
              disabled={isBusy}
              onClick={() => run(() => api.call(deleteWebhookEndpoint, { params }))}
            >
              Remove it
            </button>
            <button type="button" onClick={() => setPanel(undefined)}>
              Keep it
            </button>
          </div>
        </div>
      )}
    </article>
  );
}

interface EventTypesPanelProps {
  readonly endpoint: WebhookEndpoint;
  readonly onDone: () => void;
}

function EventTypesPanel({ endpoint, onDone }: EventTypesPanelProps) {
  const { api } = usePortal();
  const { run, isBusy, error } = usePortalAction();
  const [eventTypes, setEventTypes] = useState(endpoint.eventTypes);
  const params = { installationId: endpoint.installationId, endpointId: endpoint.id };
  return (
    <div className="plugboard-portal-panel">
      <EventTypes chosen={eventTypes} onChange={setEventTypes} />
      <PortalError error={error} />
      <button
        type="button"
        data-look="primary"
        disabled={isBusy || eventTypes.length === 0}
        onClick={() =>
          run(async () => {
            await api.call(updateWebhookEndpoint, { params, body: { eventTypes } });
            onDone();
          })
        }
      >
        Save
      </button>
    </div>
  );
}

const overlapSeconds = 24 * 3600;

function SecretsPanel({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { api } = usePortal();
  const { run, isBusy, error } = usePortalAction();
  const params = { installationId: endpoint.installationId, endpointId: endpoint.id };
  const secrets = usePortalReading(`secrets ${endpoint.id}`, () =>
    api.call(getWebhookEndpointSecrets, { params }),
  );
  const until = secrets.data?.secrets.find(({ expiresAt }) => expiresAt !== undefined)?.expiresAt;
  return (
    <div className="plugboard-portal-panel">
      <PortalError error={secrets.error} />
      {secrets.data?.secrets.map(({ secret, expiresAt }) => (
        <p key={secret}>
          <code>{secret}</code>
          {expiresAt !== undefined && ` signs along until ${formatMoment(expiresAt)}`}
        </p>
      ))}
      <p className="plugboard-portal-hint">
        {until === undefined
          ? "After a rotation the old secret signs along for a day, so that you can change your receiver at leisure."
          : `It can be rotated again after ${formatMoment(until)}, when the secret before it has ended.`}
      </p>
      <PortalError error={error} />
      <button
        type="button"
        disabled={isBusy || secrets.data === undefined || until !== undefined}
        onClick={() => run(() => api.call(rotateWebhookEndpointSecret, { params, body: { overlapSeconds } }))}
      >
        Rotate the secret
      </button>
    </div>
  );
}
