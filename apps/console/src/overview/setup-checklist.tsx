import type { InstallationResource, PlatformEventResource, WebhookEndpoint } from "@plugboard/api/client";
import { Link } from "@tanstack/react-router";
import { CircleCheck, CircleDashed } from "lucide-react";
import type { ReactNode } from "react";
import { useProduct } from "../product/console-product.ts";

interface SetupChecklistProps {
  /** `undefined` while loading, as are the other fields. */
  readonly installations: readonly InstallationResource[] | undefined;
  readonly endpoints: readonly WebhookEndpoint[] | undefined;
  readonly events: readonly PlatformEventResource[] | undefined;
  /** The deliveries that arrived in the last 7 days. */
  readonly delivered: number | undefined;
}

/** The steps to the first delivery. Hidden once all are done, or while the state of a step is unknown. */
export function SetupChecklist({ installations, endpoints, events, delivered }: SetupChecklistProps) {
  const { firstEvent } = useProduct();
  if (
    installations === undefined ||
    endpoints === undefined ||
    events === undefined ||
    delivered === undefined
  )
    return null;
  const unfinished = installations.filter(({ status }) => status === "pending");
  const steps: readonly { readonly isDone: boolean; readonly link: ReactNode; readonly hint: string }[] = [
    {
      isDone: installations.length > 0,
      link: <Link to="/marketplace">Install an integration</Link>,
      hint: "Review its permissions and choose where it works.",
    },
    ...unfinished.map(({ id, integration }) => ({
      isDone: false,
      link: (
        <Link to="/installed/$installationId" params={{ installationId: id }}>
          Finish setting up {integration}
        </Link>
      ),
      hint: "It receives no events until its settings are complete.",
    })),
    {
      isDone: endpoints.length > 0,
      link: (
        <Link to="/endpoints" search={{ form: "new" }}>
          Add a webhook endpoint
        </Link>
      ),
      hint: "Send events to your own URL.",
    },
    {
      isDone: events.length > 0,
      link: <Link to={firstEvent.to}>{firstEvent.title}</Link>,
      hint: firstEvent.hint,
    },
    {
      isDone: delivered > 0,
      link: <Link to="/deliveries">Receive a delivery</Link>,
      hint: "Each delivery shows its request, the response and its status.",
    },
  ];
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <section className="panel" aria-label="Setup">
      <header className="panel-header">
        <h2>Setup</h2>
        <span className="hint end">
          {done} of {steps.length} done
        </span>
      </header>
      <ul className="plain-list checklist">
        {steps.map(({ isDone, link, hint }, index) => (
          <li key={index} className="row" data-done={isDone || undefined}>
            {isDone ? (
              <CircleCheck aria-label="Done" size={16} />
            ) : (
              <CircleDashed aria-label="To do" size={16} />
            )}
            {link}
            <span className="hint">{hint}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
