import { sendSampleEvent } from "@plugboard/api/routes";
import { type ReactNode, useState } from "react";
import { type DevReport, exampleEvent } from "../src/dev/dev-report.ts";
import type { NumberedReport } from "../src/dev/report-log.ts";
import type { Session } from "./dev-server.ts";
import { messageOf } from "./message-of.ts";
import type { Reports } from "./use-reports.ts";

const filters = ["All", "Actions", "Events", "Requests", "Logs"] as const;

type Filter = (typeof filters)[number];

/** Lists the reports, newest first, and sends sample events. */
export function Activity({
  session,
  reports,
}: {
  readonly session: Session;
  readonly reports: Reports;
}): ReactNode {
  const [filter, setFilter] = useState<Filter>("All");
  const shown = reports.items.filter(({ report }) => filter === "All" || filterOf(report) === filter);
  return (
    <section aria-label="Activity">
      <div className="bar">
        <h2>Activity</h2>
        <button type="button" onClick={reports.clear}>
          Clear
        </button>
      </div>
      <SampleEventForm session={session} />
      <div className="filters">
        {filters.map((name) => (
          <button key={name} type="button" aria-pressed={name === filter} onClick={() => setFilter(name)}>
            {name}
          </button>
        ))}
      </div>
      <ol>
        {shown.toReversed().map((numbered) => (
          <li key={`${numbered.time} ${numbered.id}`}>
            <Entry numbered={numbered} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function SampleEventForm({ session }: { readonly session: Session }): ReactNode {
  const [problem, setProblem] = useState("");
  const { api, installationId, description } = session;
  const types = description.events.filter((type) => type !== "ui_render" && type !== "task");
  const send = async (data: FormData): Promise<void> => {
    const eventType = types.find((type) => type === data.get("type"));
    if (eventType === undefined) return;
    try {
      setProblem("");
      await api.call(sendSampleEvent, { params: { installationId, eventType }, body: {} });
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  if (types.length === 0) return null;
  return (
    <form action={send} className="bar">
      <select name="type" aria-label="Event type" defaultValue={exampleEvent(types)}>
        {types.map((type) => (
          <option key={type}>{type}</option>
        ))}
      </select>
      <button type="submit">Send event</button>
      {problem !== "" && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

/** Returns the filter that shows a report. */
function filterOf(report: DevReport): Filter {
  if (report.kind === "log") return "Logs";
  if (report.kind === "fetch") return "Requests";
  if (report.kind === "dispatched")
    return actionOf(report) === undefined && report.type !== "tool_call" ? "Events" : "Actions";
  return report.kind === "delivery" || report.kind === "unreceived" ? "Events" : "All";
}

function actionOf({ event }: Extract<DevReport, { readonly kind: "dispatched" }>): string | undefined {
  const { action }: { readonly action?: { readonly action: string } } = event;
  return action?.action;
}

function Entry({ numbered: { time, report } }: { readonly numbered: NumberedReport }): ReactNode {
  const { title, failed, detail } = describe(report);
  const summary = (
    <>
      <time>{time.slice(11, 19)}</time> <span data-failed={failed}>{title}</span>
    </>
  );
  if (detail === undefined) return <p>{summary}</p>;
  return (
    <details>
      <summary>{summary}</summary>
      <pre>{detail}</pre>
    </details>
  );
}

interface Description {
  readonly title: string;
  readonly failed: boolean;
  readonly detail?: string | undefined;
}

function describe(report: DevReport): Description {
  switch (report.kind) {
    case "dispatched": {
      const { type, status, failure, milliseconds, event, response } = report;
      const { componentId, toolId }: { readonly componentId?: string; readonly toolId?: string } = event;
      const name = actionOf(report) ?? componentId ?? toolId;
      return {
        title: `${type}${name === undefined ? "" : ` ${name}`} → ${status ?? failure ?? ""} in ${milliseconds} ms`,
        failed: status === undefined || status >= 400,
        detail: `${JSON.stringify(event, null, 2)}${response === undefined ? "" : `\n\n→ ${pretty(response)}`}`,
      };
    }
    case "log": {
      const { level, message, fields } = report;
      const detail = Object.keys(fields).length === 0 ? undefined : JSON.stringify(fields, null, 2);
      return { title: `${level} ${message}`, failed: level === "error", detail };
    }
    case "fetch": {
      const { method, url, status, failure, milliseconds } = report;
      const failed = status === undefined || status >= 400;
      return { title: `${method} ${url} → ${status ?? failure ?? ""} in ${milliseconds} ms`, failed };
    }
    case "delivery": {
      const { type, url, status, responseStatus, error } = report;
      const outcome = [status, responseStatus].filter((part) => part !== undefined).join(" ");
      return { title: `${type} to ${url} → ${outcome}`, failed: status !== "delivered", detail: error };
    }
    case "unreceived":
      return { title: `${report.type} not received: ${report.reason}`, failed: true };
    case "reloaded":
      return { title: `Reloaded ${report.files.join(", ")} in ${report.milliseconds} ms`, failed: false };
    case "published":
      return { title: `Published as version ${report.version}`, failed: false };
    case "failed":
      return { title: report.message, failed: true };
    case "warning":
      return { title: report.message, failed: true };
    default:
      return { title: `${report.name} runs`, failed: false };
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
