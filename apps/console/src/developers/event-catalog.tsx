import { type WebhookEventType, webhookEventTypes } from "@plugboard/api";
import type { CustomEventTypeResource } from "@plugboard/api/client";
import { type Schema, useOpenApi } from "../data/openapi.ts";
import { Code } from "../ui/code.tsx";
import { exampleOf } from "./example-of.ts";

// The OpenAPI document names each webhook's schema after its event type, in PascalCase.
function schemaNameOf(type: WebhookEventType): string {
  const words = type.split("_").map((word) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`);
  return `${words.join("")}Event`;
}

function useEventSchema(type: WebhookEventType): Schema | undefined {
  return useOpenApi()?.components?.schemas?.[schemaNameOf(type)];
}

/** The fields of an event type, with an example. */
export function EventTypeDescription({ type }: { readonly type: WebhookEventType }) {
  const schema = useEventSchema(type);
  if (schema?.properties === undefined) return null;
  return <SchemaDescription name={type} schema={schema} example={exampleOf(schema, type)} />;
}

/** The description of a custom event type, the fields of its data, and an example. */
export function CustomTypeDescription({ type }: { readonly type: CustomEventTypeResource }) {
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

/** Lists all event types that are sent as webhooks. */
export function EventCatalog() {
  return (
    <section className="panel" aria-label="Webhook events">
      <h2>Webhook events</h2>
      {webhookEventTypes.map((type) => (
        <div key={type} className="choice">
          <code>{type}</code>
          <EventTypeDescription type={type} />
        </div>
      ))}
    </section>
  );
}
