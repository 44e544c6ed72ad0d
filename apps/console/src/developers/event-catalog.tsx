import type { CustomEventTypeResource, EventTypeResource } from "@plugboard/api/client";
import { useEventTypes } from "../data/event-types.ts";
import type { Schema } from "../data/openapi.ts";
import { Code } from "../ui/code.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Skeleton } from "../ui/page.tsx";
import { exampleOf } from "./example-of.ts";

interface EventTypeDescriptionProps {
  readonly type: EventTypeResource | CustomEventTypeResource;
}

/** The summary of an event type, its fields, and an example. */
export function EventTypeDescription({ type }: EventTypeDescriptionProps) {
  const schema: Schema = type.schema ?? {};
  const example = type.example ?? exampleOf(schema, type.type);
  return (
    <>
      <span className="hint">{type.summary}</span>
      {schema.properties !== undefined && (
        <SchemaDescription name={type.type} schema={schema} example={example} />
      )}
    </>
  );
}

interface SchemaDescriptionProps {
  readonly name: string;
  readonly schema: Schema;
  readonly example: unknown;
}

function SchemaDescription({ name: title, schema, example }: SchemaDescriptionProps) {
  const required = new Set(schema.required);
  return (
    <details>
      <summary className="hint">Fields and an example</summary>
      <table>
        <thead>
          <tr>
            <th>Field</th>
            <th>Type</th>
            <th>Meaning</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(schema.properties ?? {}).map(([name, field]) => (
            <tr key={name}>
              <td>
                <code>{name}</code>
                {!required.has(name) && <span className="hint"> optional</span>}
              </td>
              <td>{[field.type ?? "any"].flat().join(", ")}</td>
              <td>{field.description ?? ""}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Code text={JSON.stringify(example)} label={`Example of ${title}`} />
    </details>
  );
}

/** Lists the event types of the platform and its product that are sent as webhooks. */
export function EventCatalog() {
  const listed = useEventTypes();
  return (
    <section className="panel" aria-label="Webhook events">
      <h2>Webhook events</h2>
      {listed.isPending && <Skeleton rows={3} />}
      <ErrorMessage error={listed.error} onRetry={() => void listed.refetch()} />
      {listed.data?.map((type) => (
        <div key={type.type} className="choice">
          <code>{type.type}</code>
          <EventTypeDescription type={type} />
        </div>
      ))}
    </section>
  );
}
