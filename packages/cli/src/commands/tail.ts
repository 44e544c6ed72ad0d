import { type Followed, followInstallation } from "../server/follow-installation.ts";
import type { Paint } from "../terminal/terminal.ts";
import type { CommandContext } from "./command-context.ts";
import { findOwnInstallation } from "./own-installation.ts";

/** Options for `plugboard tail`. */
export interface TailOptions {
  readonly organization?: string | undefined;
  /** The number of past entries to print first. */
  readonly lines: number;
  /** `false` exits after the past entries. */
  readonly follow: boolean;
}

/**
 * Prints the installation's deliveries, their results and the events it did not receive, until interrupted.
 */
export async function tail(
  context: CommandContext,
  { lines, follow, organization }: TailOptions,
): Promise<void> {
  const { terminal, signal } = context;
  const { server, installation, manifest } = await findOwnInstallation(context, { organization });
  terminal.note(terminal.paint("dim", `${manifest.name} (${installation.status}) at ${server.origin}`));
  const options = {
    server,
    installationId: installation.id,
    integration: manifest.name,
    recent: lines,
    signal,
    follow,
  };
  for await (const followed of followInstallation(options))
    terminal.show({ ...followed, server: server.origin }, printFollowed(followed, terminal.paint));
}

const statusColors = {
  delivered: "green",
  failed: "red",
  scheduled: "yellow",
  waiting: "yellow",
  sending: "dim",
} as const;

const levelColors = { debug: "dim", info: "cyan", warn: "yellow", error: "red" } as const;

/** Formats an entry as text. */
function printFollowed(followed: Followed, paint: Paint): string {
  const time = paint("dim", followed.time.slice(11, 19));
  if (followed.kind === "log") {
    const { level, message, fields } = followed;
    const details = fields === undefined ? "" : ` ${paint("dim", JSON.stringify(fields))}`;
    return `${time}   ${paint(levelColors[level], level)} ${message}${details}`;
  }
  const { type, eventId } = followed;
  const head = `${time} ${paint("bold", type)}`;
  if (followed.kind === "unreceived")
    return `${head} ${paint("yellow", `not received: ${followed.reason}`)} ${paint("dim", eventId)}`;
  const { status, to, attempts, responseStatus, error } = followed;
  const state = status === "scheduled" ? "will be retried" : status;
  const code = responseStatus === undefined ? "" : ` ${responseStatus}`;
  const tries = attempts > 1 ? `, ${attempts} attempts` : "";
  const where = to === "integration" ? "" : ` to ${to}`;
  const what = `${head}${where} ${paint(statusColors[status], `${state}${code}${tries}`)} ${paint("dim", eventId)}`;
  return error === undefined ? what : `${what}\n  ${error.trim().slice(0, 500)}`;
}
