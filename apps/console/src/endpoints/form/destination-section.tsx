import type { ReactNode } from "react";
import { Field, FormSection, type SectionProps } from "./form-fields.tsx";

interface DestinationSectionProps extends SectionProps {
  /** Which installation's events it gets; only of a new one. */
  readonly chooseInstallation: ReactNode;
}

/** Where requests go, and whether that is asked first. */
export function DestinationSection({ draft, isNew, onChange, chooseInstallation }: DestinationSectionProps) {
  return (
    <FormSection
      title="Destination"
      now={draft.url}
      paths={["url", "polling", "requiresVerification"]}
      isOpenAtFirst
    >
      {chooseInstallation}
      {isNew && (
        <Field
          label="How it gets events"
          path="polling"
          hint={
            draft.isPolled
              ? "For a consumer that no request can reach: it asks for its deliveries, in order, and acknowledges them, with a token of its own."
              : "Each event is sent to its URL."
          }
        >
          {(described) => (
            <select
              {...described}
              value={draft.isPolled ? "polled" : "sent"}
              onChange={(event) => onChange({ isPolled: event.target.value === "polled" })}
            >
              <option value="sent">They are sent to it</option>
              <option value="polled">It polls for them</option>
            </select>
          )}
        </Field>
      )}
      {draft.isPolled ? (
        !isNew && (
          <p className="hint">
            Its consumer polls <code>{draft.url}</code>.
          </p>
        )
      ) : (
        <Field
          label="URL"
          path="url"
          hint={
            isNew
              ? "It gets each event as a signed POST request."
              : "With one of another origin, type its added headers, its authentication and its client certificate again: what the old one was given stays with it."
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
          label="Ask it first"
          path="requiresVerification"
          hint="Events wait until the endpoint has responded with the challenge of a signed request, and again whenever its URL changes."
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
    </FormSection>
  );
}
