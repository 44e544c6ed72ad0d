import type { HostFetch, HostLog } from "../host/host-protocol.ts";
import type { Paint } from "../terminal/terminal.ts";
import type { Dispatched } from "./host-runner.ts";

/** A report of `plugboard dev`. */
export type DevReport =
  | {
      readonly kind: "ready";
      readonly name: string;
      readonly server: string;
      /** The URL of the page that shows the integration. Only set for the embedded server. */
      readonly page?: string | undefined;
      readonly installation: string;
      readonly status: string;
      readonly publicEndpoint: string;
      /** Settings that must be set before the installation becomes active. */
      readonly missing: readonly string[];
      /** The commands that set them. */
      readonly next: readonly string[];
      readonly events: readonly string[];
      readonly milliseconds: number;
    }
  | { readonly kind: "reloaded"; readonly files: readonly string[]; readonly milliseconds: number }
  | { readonly kind: "published"; readonly version: number }
  | { readonly kind: "warning"; readonly message: string }
  | {
      readonly kind: "failed";
      readonly message: string;
      readonly problems: readonly { path: string; message: string }[];
      readonly next?: string | undefined;
    }
  | ({ readonly kind: "dispatched" } & Dispatched)
  | {
      readonly kind: "delivery";
      readonly type: string;
      readonly eventId: string;
      /** The webhook endpoint's URL, or `integration`. */
      readonly url: string;
      readonly status: string;
      readonly responseStatus?: number | undefined;
      readonly error?: string | undefined;
    }
  | { readonly kind: "unreceived"; readonly type: string; readonly eventId: string; readonly reason: string }
  | ({ readonly kind: "fetch" } & HostFetch)
  | ({ readonly kind: "log" } & HostLog);

/** Formats a report as text. */
export function printReport(report: DevReport, paint: Paint, folder: string): string {
  switch (report.kind) {
    case "ready":
      return printReady(report, paint);
    case "reloaded":
      // A thread that was stuck is restarted without a change.
      return `${report.files.length === 0 ? paint("green", "restarted") : `${paint("green", "reloaded")} ${report.files.join(", ")}`} ${paint("dim", `in ${report.milliseconds} ms`)}`;
    case "published":
      return paint("dim", `published as version ${report.version}`);
    case "warning":
      return `${paint("yellow", "warning")} ${report.message}`;
    case "failed":
      return [
        `${paint("red", "error")} ${shortenStack(report.message, folder).join("\n")}`,
        ...report.problems.map(({ path, message }) => `  ${path}: ${message}`),
        ...(report.next === undefined ? [] : [report.next]),
        paint("dim", "The previous version keeps running until this is fixed."),
      ].join("\n");
    case "dispatched": {
      const { type, eventId, status, failure, milliseconds } = report;
      const failed = status === undefined || status >= 400;
      const outcome = status === undefined ? `no response: ${failure}` : String(status);
      return `${paint("bold", type)} ${paint(failed ? "red" : "green", outcome)} ${paint("dim", `${milliseconds} ms ${eventId}`)}`;
    }
    case "delivery": {
      const { type, url, status, responseStatus, error, eventId } = report;
      const outcome = [status, responseStatus, error].filter((part) => part !== undefined).join(" ");
      const where = url === "integration" ? "" : ` to ${url}`;
      return `${paint("bold", type)}${where} ${paint(status === "delivered" ? "green" : "red", outcome)} ${paint("dim", eventId)}`;
    }
    case "fetch": {
      const { method, url, status, failure, milliseconds } = report;
      const outcome = status === undefined ? paint("red", failure ?? "no response") : String(status);
      return `  ${paint("dim", `${method} ${url}`)} ${outcome} ${paint("dim", `${milliseconds} ms`)}`;
    }
    case "unreceived":
      return `${paint("bold", report.type)} ${paint("yellow", `not received: ${report.reason}`)} ${paint("dim", report.eventId)}`;
    default:
      return printLog(report, paint, folder);
  }
}

function printReady(report: Extract<DevReport, { kind: "ready" }>, paint: Paint): string {
  const { name, server, page, status, publicEndpoint, next, events, milliseconds } = report;
  const event = exampleEvent(events);
  const commands = next.map((command) => `\`${command}\``).join(" and ");
  return [
    `${paint("bold", name)} runs ${paint("dim", `(ready in ${milliseconds} ms)`)}`,
    `  Server           ${server}`,
    ...(page === undefined ? [] : [`  See it           ${page}`]),
    `  Public endpoint  ${publicEndpoint}`,
    `  Installation     ${status}${next.length > 0 ? `; run ${commands} in another terminal` : ""}`,
    `  Try it           run \`plugboard trigger ${event}\` in another terminal`,
  ].join("\n");
}

/** Returns the handled event to try first: one that doesn't need fields, and doesn't make the integration clean up. */
export function exampleEvent(events: readonly string[]): string {
  const candidates = events.filter((type) => type !== "ui_render" && type !== "task");
  return candidates.find((type) => !type.endsWith("_deleted")) ?? candidates[0] ?? "installation_setup";
}

const levelColors = { debug: "dim", info: "cyan", warn: "yellow", error: "red" } as const;

/** Formats a log line, indented below its event. */
function printLog({ level, message, fields }: HostLog, paint: Paint, folder: string): string {
  const { error, ...rest } = fields;
  const details = Object.keys(rest).length === 0 ? "" : ` ${paint("dim", JSON.stringify(rest))}`;
  const lines = [`  ${paint(levelColors[level], level)} ${message}${details}`];
  for (const text of errorTexts(error))
    lines.push(...shortenStack(text, folder).map((line) => `    ${line}`));
  return lines.join("\n");
}

/** Returns the stacks of an error and its causes, outermost first. */
function errorTexts(error: unknown): string[] {
  if (error === undefined) return [];
  if (typeof error !== "object" || error === null) return [JSON.stringify(error)];
  const { stack, cause }: { stack?: unknown; cause?: unknown } = error;
  const own = typeof stack === "string" ? stack : JSON.stringify(error);
  return [own, ...errorTexts(cause).map((text) => `because of ${text}`)];
}

/** Returns a stack with only the author's files, relative to the integration's folder. */
function shortenStack(stack: string, folder: string): string[] {
  const lines = stack.replaceAll("file://", "").replaceAll(`${folder}/`, "").split("\n");
  return lines.filter(
    (line) => !/^\s+at /.test(line) || !/node_modules|node:|\/.*(packages|dist)\//.test(line),
  );
}
