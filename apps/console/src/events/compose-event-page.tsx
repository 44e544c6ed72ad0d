import type { CustomEventTypeResource } from "@plugboard/api/client";
import { emitCustomEvents } from "@plugboard/api/routes";
import { createEventCatalog } from "@plugboard/webhook-delivery/catalog";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Activity } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useCustomEventTypes } from "../data/custom-event-types.ts";
import { useOrganizationId } from "../data/organization.ts";
import { api } from "../data/platform-api.ts";
import { useChange } from "../data/queries.ts";
import { readObject } from "../data/read-object.ts";
import { DeliveryTable } from "../deliveries/delivery-table.tsx";
import { exampleOf } from "../developers/example-of.ts";
import { Button } from "../ui/button.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Form } from "../ui/form.tsx";
import { EmptyState, Page } from "../ui/page.tsx";
import { showToast } from "../ui/show-toast.ts";

const route = getRouteApi("/events/new");

/** Publishes an event of the organization's own product and follows its deliveries. */
export function ComposeEventPage(): ReactNode {
  const { type: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const types = useCustomEventTypes();
  const organizationId = useOrganizationId();
  const type = types.find((one) => one.type === chosen) ?? types[0];
  return (
    <Page
      title="Publish event"
      description="Send a custom event to the webhook endpoints that subscribe to its type."
      above={<Link to="/events">Events</Link>}
    >
      {type === undefined || organizationId === undefined ? (
        <EmptyState
          icon={Activity}
          title="No event types yet"
          action={
            <Link to="/developers" className="button" data-variant="primary">
              Add event type
            </Link>
          }
        >
          Define an event type first. Events of the product and of installations are published automatically.
        </EmptyState>
      ) : (
        <>
          <section className="panel" aria-label="Event">
            <label>
              Event type
              <select
                value={type.type}
                onChange={({ target }) => void navigate({ search: { type: target.value }, replace: true })}
              >
                {types.map((one) => (
                  <option key={one.type}>{one.type}</option>
                ))}
              </select>
              <span className="hint">{type.summary}</span>
            </label>
          </section>
          <Composer key={type.type} organizationId={organizationId} type={type} />
        </>
      )}
    </Page>
  );
}

interface ComposerProps {
  readonly organizationId: string;
  readonly type: CustomEventTypeResource;
}

function Composer({ organizationId, type }: ComposerProps) {
  const examples = examplesOf(type).map((example) => JSON.stringify(example, null, 2));
  const [data, setData] = useState(examples[0] ?? "{}");
  const [channels, setChannels] = useState("");
  const problems = findProblems(type, data);
  const insert = (index: number): void => {
    const example = examples[index];
    if (example === undefined || example === data) return;
    setData(example);
    if (!examples.includes(data))
      showToast({ title: "Replaced your text with the example", onUndo: () => setData(data) });
  };
  const publish = useChange(async () => {
    const names = channels.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()]));
    const event = {
      type: type.type,
      data: readObject("data", data) ?? {},
      ...(names.length > 0 && { channels: names }),
    };
    const { events } = await api.call(emitCustomEvents, {
      params: { organizationId },
      body: { events: [event] },
    });
    return events[0]?.id;
  });
  return (
    <>
      <section className="panel" aria-label="Event data">
        <Form className="entry-form" onSubmit={() => problems.length === 0 && publish.mutate(undefined)}>
          {examples.length > 1 && (
            <label>
              Example
              <select value={examples.indexOf(data)} onChange={({ target }) => insert(Number(target.value))}>
                {!examples.includes(data) && <option value={-1}>Edited</option>}
                {examples.map((example, index) => (
                  <option key={example} value={index}>
                    {`${index + 1}: ${JSON.stringify(JSON.parse(example)).slice(0, maxExampleTitle)}`}
                  </option>
                ))}
              </select>
            </label>
          )}
          <label>
            Data
            <textarea
              className="code-input"
              rows={12}
              spellCheck={false}
              aria-invalid={problems.length > 0}
              aria-describedby="data-problems"
              value={data}
              onChange={({ target }) => setData(target.value)}
            />
          </label>
          <output id="data-problems">
            {problems.length === 0 ? (
              <span className="hint">
                {type.schema === undefined
                  ? "This type accepts any JSON object."
                  : `Matches version ${type.version} of the schema.`}
              </span>
            ) : (
              <ul className="problems">
                {problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            )}
          </output>
          <label>
            Channels
            <input
              value={channels}
              placeholder="Optional"
              autoComplete="off"
              onChange={({ target }) => setChannels(target.value)}
            />
            <span className="hint">
              Separated by commas. Endpoints with channels receive only events that share one.
            </span>
          </label>
          <div className="actions">
            <Button type="submit" variant="primary" busy={publish.isPending} disabled={problems.length > 0}>
              Publish
            </Button>
            <Button onClick={() => insert(0)}>Reset to example</Button>
          </div>
          <ErrorMessage error={publish.error} />
        </Form>
      </section>
      {publish.data !== undefined && (
        <section className="panel" aria-label="Published event">
          <header className="panel-header">
            <h2>Deliveries</h2>
            <Link className="end" to="/events" search={{ event: publish.data }}>
              Open event
            </Link>
          </header>
          <DeliveryTable key={publish.data} of={{ eventId: publish.data }} />
        </section>
      )}
    </>
  );
}

const maxExampleTitle = 60;

/** Returns the type's own example and those of its schema, or one made from the schema, without duplicates. */
function examplesOf({ type, schema, example }: CustomEventTypeResource): readonly unknown[] {
  const inSchema: unknown = schema?.["examples"];
  const all = [...(example === undefined ? [] : [example]), ...(Array.isArray(inSchema) ? inSchema : [])];
  if (all.length === 0) return [schema === undefined ? {} : exampleOf(schema, type)];
  return [...new Map(all.map((one): [string, unknown] => [JSON.stringify(one), one])).values()];
}

/** Returns the reasons why text isn't valid data for the type. */
function findProblems({ type, schema }: CustomEventTypeResource, text: string): readonly string[] {
  try {
    const data = readObject("data", text) ?? {};
    if (schema === undefined) return [];
    // The platform checks with the same code when it accepts the event.
    return createEventCatalog({ [type]: JSON.parse(JSON.stringify({ schema })) }).findProblems(type, data);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}
