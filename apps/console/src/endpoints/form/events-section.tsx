import { Plus, X } from "lucide-react";
import { usePortalSession } from "../../data/portal-session.ts";
import { useKinds } from "../../product/contract.ts";
import { useResourceInstallations } from "../../product/resource-installations.ts";
import { useResources } from "../../product/resources.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { formatCount, formatList } from "../../ui/format.ts";
import type { ConditionDraft } from "./endpoint-draft.ts";
import { EventTypeChoices } from "./event-type-choices.tsx";
import { Field, FormSection, ProblemsAt, type SectionProps } from "./form-fields.tsx";

interface EventsSectionProps extends SectionProps {
  readonly installationId: string;
}

/** The event filters of an endpoint. */
export function EventsSection({ draft, isNew, onChange, installationId }: EventsSectionProps) {
  const isPortal = usePortalSession() !== undefined;
  const rest = draft.conditions.length === 0 ? [] : [formatCount(draft.conditions.length, "condition")];
  return (
    <FormSection
      title="Events"
      now={[...draft.eventTypes, ...rest].join(", ")}
      paths={["eventTypes", "filter", "resource", "transform", "channels"]}
      isOpenAtFirst
    >
      <EventTypeChoices selected={draft.eventTypes} onChange={(eventTypes) => onChange({ eventTypes })}>
        <ProblemsAt path="eventTypes" />
      </EventTypeChoices>
      <Field label="Channels" path="channels" hint="Leave empty to receive events from all channels.">
        {(described) => (
          <input
            {...described}
            value={draft.channels}
            placeholder="project-7, eu"
            onChange={(event) => onChange({ channels: event.target.value })}
          />
        )}
      </Field>
      {isNew && !isPortal && (
        <LocationField
          installationId={installationId}
          value={draft.location}
          onChange={(location) => onChange({ location })}
        />
      )}
      {!draft.isPolled && (
        <Field
          label="Let the integration create the payload"
          path="transform"
          hint="The integration must handle fetch_webhook_payload. If it returns no payload for an event, the attempt fails."
        >
          {(described) => (
            <input
              {...described}
              type="checkbox"
              checked={draft.transform}
              onChange={(event) => onChange({ transform: event.target.checked })}
            />
          )}
        </Field>
      )}
      <Conditions conditions={draft.conditions} onChange={(conditions) => onChange({ conditions })} />
    </FormSection>
  );
}

interface LocationFieldProps {
  readonly installationId: string;
  readonly value: string;
  readonly onChange: (location: string) => void;
}

/** Limits events to a resource of the installation. */
function LocationField({ installationId, value, onChange }: LocationFieldProps) {
  const kinds = useKinds();
  const resources = useResources().data ?? [];
  const installed = useResourceInstallations(installationId).data ?? [];
  const titleOf = (id: string) => resources.find((resource) => resource.id === id)?.title ?? id;
  return (
    <Field label="Only events from" path="resource">
      {(described) => (
        <select {...described} value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">All of the integration’s {formatList(kinds.map(({ plural }) => plural))}</option>
          {installed.map(({ kind: { kind, title }, resourceId }) => (
            <option key={resourceId} value={`${kind} ${resourceId}`}>
              {title} {titleOf(resourceId)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

const tests: Readonly<Record<ConditionDraft["test"], string>> = {
  equals: "is",
  oneOf: "is one of",
  exists: "exists",
  missing: "does not exist",
};

interface ConditionsProps {
  readonly conditions: readonly ConditionDraft[];
  readonly onChange: (conditions: readonly ConditionDraft[]) => void;
}

function Conditions({ conditions, onChange }: ConditionsProps) {
  const change = (index: number, part: Partial<ConditionDraft>): void =>
    onChange(conditions.map((each, at) => (at === index ? { ...each, ...part } : each)));
  return (
    <fieldset className="plain-fieldset">
      <legend>Conditions</legend>
      <p className="hint">
        Only events that match all conditions are sent. Use dots in field names, as in{" "}
        <code>visitor.country</code>. Numbers, <code>true</code>, <code>false</code> and <code>null</code> are
        JSON values; quote them to match text.
      </p>
      {conditions.map(({ field, test, value }, index) => (
        <div key={index} className="condition">
          <input
            aria-label="Field"
            placeholder="plan"
            value={field}
            onChange={(event) => change(index, { field: event.target.value })}
          />
          <select
            aria-label="Test"
            value={test}
            // The options are the names of the tests.
            onChange={(event) => change(index, { test: event.target.value as ConditionDraft["test"] })}
          >
            {Object.entries(tests).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
          {(test === "equals" || test === "oneOf") && (
            <input
              aria-label="Value"
              placeholder={test === "oneOf" ? "pro, team" : "pro"}
              value={value}
              onChange={(event) => change(index, { value: event.target.value })}
            />
          )}
          <IconButton
            icon={X}
            label="Remove condition"
            onClick={() => onChange(conditions.filter((_, at) => at !== index))}
          />
          <ProblemsAt path={`filter.${index}`} />
        </div>
      ))}
      <p>
        <Button
          icon={Plus}
          onClick={() => onChange([...conditions, { field: "", test: "equals", value: "" }])}
        >
          Add condition
        </Button>
      </p>
    </fieldset>
  );
}
