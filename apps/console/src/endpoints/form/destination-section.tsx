import type { DestinationField, DestinationType } from "@plugboard/api/client";
import { getDestinationTypes } from "@plugboard/api/routes";
import type { ReactNode } from "react";
import { usePortalSession } from "../../data/portal-session.ts";
import { useRead } from "../../data/queries.ts";
import { type DestinationDraft, type EndpointDraft, isQueue } from "./endpoint-draft.ts";
import { Field, FormSection, type SectionProps, setAlready } from "./form-fields.tsx";

interface DestinationSectionProps extends SectionProps {
  /** The installation field; only for a new endpoint. */
  readonly chooseInstallation: ReactNode;
}

const statuses: Readonly<Record<EndpointDraft["status"], string>> = {
  enabled: "Enabled",
  paused: "Paused: deliveries are queued",
  disabled: "Disabled: events aren’t delivered",
};

/** The values of the delivery mode besides the types of destinations, which never start with a dash. */
const modes = { push: "-push", poll: "-poll" } as const;

/** The endpoint's URL or queue, delivery mode and verification. */
export function DestinationSection({ draft, isNew, onChange, chooseInstallation }: DestinationSectionProps) {
  const isPortal = usePortalSession() !== undefined;
  const { data: { types = [] } = {} } = useRead(getDestinationTypes);
  const choices = types.filter(({ inPortal }) => inPortal || !isPortal);
  const { destination } = draft;
  const type = types.find((one) => one.type === destination.type);
  const setMode = (mode: string): void =>
    onChange({
      isPolled: mode === modes.poll,
      destination: { type: mode.startsWith("-") ? "" : mode, settings: {}, secrets: {} },
    });
  return (
    <FormSection
      title="Destination"
      now={draft.url}
      paths={["url", "polling", "destination", "requiresVerification", "status"]}
      isOpenAtFirst
    >
      {chooseInstallation}
      {isNew && (
        <Field label="Delivery mode" path="polling" hint={describeMode(draft, type)}>
          {(described) => (
            <select
              {...described}
              value={draft.isPolled ? modes.poll : destination.type || modes.push}
              onChange={(event) => setMode(event.target.value)}
            >
              <option value={modes.push}>Push to a URL</option>
              <option value={modes.poll}>Polling</option>
              {choices.map((one) => (
                <option key={one.type} value={one.type}>
                  {one.name}
                </option>
              ))}
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
          label={type?.url.label ?? "URL"}
          path="url"
          hint={
            isNew ? (isQueue(draft) ? undefined : "Receives each event as a signed POST request.") : moveHint
          }
        >
          {(described) => (
            <input
              {...described}
              inputMode="url"
              placeholder={type?.url.example ?? "https://"}
              value={draft.url}
              onChange={(event) => onChange({ url: event.target.value })}
            />
          )}
        </Field>
      )}
      {type !== undefined && (
        <DestinationFields
          fields={type.fields}
          draft={destination}
          isNew={isNew}
          onChange={(change) => onChange({ destination: { ...destination, ...change } })}
        />
      )}
      {isNew && !draft.isPolled && !isQueue(draft) && (
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

const moveHint =
  "If you change the origin, enter the headers and all secrets again. They are never sent to a new origin.";

function describeMode({ isPolled }: EndpointDraft, type: DestinationType | undefined): string {
  if (type !== undefined) return `Each event is published to ${type.name}.`;
  return isPolled
    ? "For consumers without a public URL. They fetch and acknowledge deliveries in order, using their own token."
    : "Each event is sent to the URL.";
}

interface DestinationFieldsProps {
  readonly fields: readonly DestinationField[];
  readonly draft: DestinationDraft;
  readonly isNew: boolean;
  readonly onChange: (change: Partial<DestinationDraft>) => void;
}

/** The settings and secrets of a destination. Stored secrets are never shown. */
function DestinationFields({ fields, draft, isNew, onChange }: DestinationFieldsProps) {
  return fields.map(({ name, label, hint, isSecret, isRequired }) => {
    const part = isSecret ? "secrets" : "settings";
    return (
      <Field
        key={name}
        label={label}
        path={`destination.${part}.${name}`}
        hint={hint ?? (isRequired ? undefined : "Optional.")}
      >
        {(described) => (
          <input
            {...described}
            type={isSecret ? "password" : "text"}
            // The browser must neither fill in the reader's own password nor save this one.
            autoComplete={isSecret ? "new-password" : "off"}
            placeholder={isSecret && !isNew ? setAlready : undefined}
            value={draft[part][name] ?? ""}
            onChange={(event) => onChange({ [part]: { ...draft[part], [name]: event.target.value } })}
          />
        )}
      </Field>
    );
  });
}
