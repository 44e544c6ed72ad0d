import { Plus, X } from "lucide-react";
import { Button, IconButton } from "../../ui/button.tsx";
import { formatCount } from "../../ui/format.ts";
import type { HeaderDraft } from "./endpoint-draft.ts";
import { Field, FormSection, ProblemsAt, type SectionProps } from "./form-fields.tsx";

/** What is added to requests. */
export function HeadersSection({ draft: { headers }, onChange }: SectionProps) {
  const change = (index: number, part: Partial<HeaderDraft>): void =>
    onChange({ headers: headers.map((each, at) => (at === index ? { ...each, ...part } : each)) });
  return (
    <FormSection
      title="Headers"
      now={headers.length === 0 ? "None added" : formatCount(headers.length, "header")}
      paths={["headers"]}
    >
      <p className="hint">
        Added to each request. Their values are sealed, and are not shown again once they are saved.
      </p>
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
            placeholder={isKept ? "Set; type it to change it" : "Value"}
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
          Add a header
        </Button>
      </p>
    </FormSection>
  );
}

/** How requests are paced, and repeated after a failure. */
export function SendingSection({ draft, onChange }: SectionProps) {
  const { timeoutSeconds, perSecond, burst, hasOwnRetries, retryDelays } = draft;
  const own = [
    ...(timeoutSeconds === "" ? [] : [`${timeoutSeconds} s`]),
    ...(perSecond === "" ? [] : [`${perSecond} a second`]),
    ...(hasOwnRetries ? [retryDelays === "" ? "no retries" : `retries after ${retryDelays}`] : []),
  ];
  return (
    <FormSection
      title="Pace and retries"
      now={own.length === 0 ? "The server’s own" : own.join(", ")}
      paths={["timeoutMilliseconds", "rateLimit", "retryDelaysSeconds"]}
    >
      <Field
        label="Timeout, in seconds"
        path="timeoutMilliseconds"
        hint="For a whole request, from 0.1 to 60. The server’s own when left out."
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
        label="Requests a second, at most"
        path="rateLimit.perSecond"
        hint="On average. As fast as it responds when left out."
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
      <Field label="Requests at once after a pause" path="rateLimit.burst">
        {(described) => (
          <input
            {...described}
            inputMode="numeric"
            value={burst}
            onChange={(event) => onChange({ burst: event.target.value })}
          />
        )}
      </Field>
      <Field label="A retry schedule of its own">
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
          label="Wait before each retry"
          path="retryDelaysSeconds"
          hint="Times with commas between them; there are as many retries as times, and none where it is empty. Units are s, min, h and d."
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
