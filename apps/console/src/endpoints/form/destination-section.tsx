import type { ReactNode } from "react";
import type { EndpointDraft } from "./endpoint-draft.ts";
import { Field, FormSection, type SectionProps } from "./form-fields.tsx";

interface DestinationSectionProps extends SectionProps {
  /** The installation field; only for a new endpoint. */
  readonly chooseInstallation: ReactNode;
}

const statuses: Readonly<Record<EndpointDraft["status"], string>> = {
  enabled: "Enabled",
  paused: "Paused: deliveries are queued",
  disabled: "Disabled: events aren’t delivered",
};

/** The endpoint's URL, delivery mode and verification. */
export function DestinationSection({ draft, isNew, onChange, chooseInstallation }: DestinationSectionProps) {
  return (
    <FormSection
      title="Destination"
      now={draft.url}
      paths={["url", "polling", "requiresVerification", "status"]}
      isOpenAtFirst
    >
      {chooseInstallation}
      {isNew && (
        <Field
          label="Delivery mode"
          path="polling"
          hint={
            draft.isPolled
              ? "For consumers without a public URL. They fetch and acknowledge deliveries in order, using their own token."
              : "Each event is sent to the URL."
          }
        >
          {(described) => (
            <select
              {...described}
              value={draft.isPolled ? "polled" : "sent"}
              onChange={(event) => onChange({ isPolled: event.target.value === "polled" })}
            >
              <option value="sent">Push to a URL</option>
              <option value="polled">Polling</option>
            </select>
          )}
        </Field>
      )}
      {draft.isPolled ? (
        !isNew && (
          <p className="hint">
            The consumer polls <code>{draft.url}</code>.
          </p>
        )
      ) : (
        <Field
          label="URL"
          path="url"
          hint={
            isNew
              ? "Receives each event as a signed POST request."
              : "If you change the origin, enter the headers, authentication and client certificate again. They are never sent to a new origin."
          }
        >
          {(described) => (
            <input
              {...described}
              inputMode="url"
              placeholder="https://"
              value={draft.url}
              onChange={(event) => onChange({ url: event.target.value })}
            />
          )}
        </Field>
      )}
      {isNew && !draft.isPolled && (
        <Field
          label="Verify before sending"
          path="requiresVerification"
          hint="Events wait until the endpoint answers a signed challenge. Repeated whenever its URL changes."
        >
          {(described) => (
            <input
              {...described}
              type="checkbox"
              checked={draft.requiresVerification}
              onChange={(event) => onChange({ requiresVerification: event.target.checked })}
            />
          )}
        </Field>
      )}
      {isNew && (
        <Field label="Status" path="status">
          {(described) => (
            <select
              {...described}
              value={draft.status}
              // The options are the statuses.
              onChange={(event) => onChange({ status: event.target.value as EndpointDraft["status"] })}
            >
              {Object.entries(statuses).map(([name, title]) => (
                <option key={name} value={name}>
                  {title}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </FormSection>
  );
}
