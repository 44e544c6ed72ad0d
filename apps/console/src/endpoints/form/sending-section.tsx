import { Plus, X } from "lucide-react";
import { Button, IconButton } from "../../ui/button.tsx";
import { formatCount } from "../../ui/format.ts";
import type { HeaderDraft } from "./endpoint-draft.ts";
import { Field, FormSection, ProblemsAt, type SectionProps } from "./form-fields.tsx";

/** The custom headers of requests. */
export function HeadersSection({ draft: { headers }, onChange }: SectionProps) {
  const change = (index: number, part: Partial<HeaderDraft>): void =>
    onChange({ headers: headers.map((each, at) => (at === index ? { ...each, ...part } : each)) });
  return (
    <FormSection
      title="Headers"
      now={headers.length === 0 ? "None added" : formatCount(headers.length, "header")}
      paths={["headers"]}
    >
      <p className="hint">Added to every request. Values are encrypted and can’t be viewed after saving.</p>
      <ProblemsAt path="headers" />
      {headers.map(({ name, value, isKept }, index) => (
        <div key={index} className="condition">
          <input
            aria-label="Header"
            placeholder="x-api-key"
            value={name}
            readOnly={isKept}
            onChange={(event) => change(index, { name: event.target.value })}
          />
          <input
            aria-label={`Value of ${name === "" ? "the header" : name}`}
            autoComplete="off"
            placeholder={isKept ? "Set. Enter a new value to replace it." : "Value"}
            value={value}
            onChange={(event) => change(index, { value: event.target.value })}
          />
          <IconButton
            icon={X}
            label={`Remove ${name === "" ? "the header" : name}`}
            onClick={() => onChange({ headers: headers.filter((_, at) => at !== index) })}
          />
        </div>
      ))}
      <p>
        <Button
          icon={Plus}
          onClick={() => onChange({ headers: [...headers, { name: "", value: "", isKept: false }] })}
        >
          Add header
        </Button>
      </p>
    </FormSection>
  );
}

/** The timeout, rate limit and retry schedule. */
export function SendingSection({ draft, onChange }: SectionProps) {
  const { timeoutSeconds, perSecond, burst, hasOwnRetries, retryDelays } = draft;
  const own = [
    ...(timeoutSeconds === "" ? [] : [`${timeoutSeconds} s`]),
    ...(perSecond === "" ? [] : [`${perSecond} per second`]),
    ...(hasOwnRetries ? [retryDelays === "" ? "no retries" : `retries after ${retryDelays}`] : []),
  ];
  return (
    <FormSection
      title="Rate limit and retries"
      now={own.length === 0 ? "Server default" : own.join(", ")}
      paths={["timeoutMilliseconds", "rateLimit", "retryDelaysSeconds"]}
    >
      <Field
        label="Timeout (seconds)"
        path="timeoutMilliseconds"
        hint="For a whole request, 0.1 to 60. Leave empty for the server default."
      >
        {(described) => (
          <input
            {...described}
            inputMode="decimal"
            value={timeoutSeconds}
            onChange={(event) => onChange({ timeoutSeconds: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Requests per second"
        path="rateLimit.perSecond"
        hint="Average rate. Leave empty for no limit."
      >
        {(described) => (
          <input
            {...described}
            inputMode="decimal"
            value={perSecond}
            onChange={(event) => onChange({ perSecond: event.target.value })}
          />
        )}
      </Field>
      <Field label="Burst" path="rateLimit.burst">
        {(described) => (
          <input
            {...described}
            inputMode="numeric"
            value={burst}
            onChange={(event) => onChange({ burst: event.target.value })}
          />
        )}
      </Field>
      <Field label="Use a custom retry schedule">
        {(described) => (
          <input
            {...described}
            type="checkbox"
            checked={hasOwnRetries}
            onChange={(event) => onChange({ hasOwnRetries: event.target.checked })}
          />
        )}
      </Field>
      {hasOwnRetries && (
        <Field
          label="Delay before each retry"
          path="retryDelaysSeconds"
          hint="Durations separated by commas, one per retry. Units: s, min, h, d. Leave empty for no retries."
        >
          {(described) => (
            <input
              {...described}
              placeholder="5 s, 5 min, 30 min, 2 h"
              value={retryDelays}
              onChange={(event) => onChange({ retryDelays: event.target.value })}
            />
          )}
        </Field>
      )}
    </FormSection>
  );
}
