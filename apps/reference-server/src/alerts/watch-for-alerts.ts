import { createHash } from "node:crypto";
import { listMembers, type Platform } from "@plugboard/platform";
import type { Mailer } from "../mail/create-mailer.ts";
import type { Alert } from "./find-alerts.ts";

/** The operator's webhook, and the mailer with the operator's addresses. */
export interface AlertTargets {
  readonly webhook?: { readonly url: string; readonly secret: string } | undefined;
  readonly mail?: { readonly mailer: Mailer; readonly to: readonly string[] } | undefined;
}

export interface NotifierOptions extends AlertTargets {
  readonly platform: Platform;
}

/** The body of the webhook. */
interface OperatorAlert extends Omit<Alert, "isOnce" | "periodMilliseconds"> {
  readonly id: string;
  readonly type: "operator_alert";
  /** ISO 8601 time. */
  readonly raisedAt: string;
}

const dayMilliseconds = 24 * 3600 * 1000;
/** The tenant of the operator's endpoint. All other tenants are installations. */
const operator = "operator";
const endpointId = "operator-alerts";

/**
 * Creates a function that reports alerts, each once in its period across all processes. The operator's webhook gets all of
 * them, as regular deliveries: signed, retried and listed. Emails about an organization go to its owners and admins, all
 * others to the operator.
 */
export async function createNotifier({
  platform,
  webhook,
  mail,
}: NotifierOptions): Promise<(alerts: readonly Alert[]) => Promise<void>> {
  const { db, deliveries, now } = platform;
  if (webhook !== undefined) {
    const settings = {
      url: webhook.url,
      secrets: [webhook.secret],
      metadata: { secretTimes: [{ createdAt: now() }] },
    };
    if ((await deliveries.getEndpoint(endpointId)) === undefined) {
      const own = { id: endpointId, tenant: operator, kind: "webhook", eventTypes: [] };
      await deliveries.createEndpoint({ ...settings, ...own });
    } else {
      await deliveries.updateEndpoint(endpointId, settings);
      await deliveries.enableEndpoint(endpointId);
    }
  }

  /** Returns whether this process is the first to report the alert in its period. */
  const claim = async (id: string, period: number): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("used_tickets")
      .values({ id, expires_at: now() + period })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  };

  const managersOf = async (organizationId: string): Promise<readonly string[]> => {
    const members = await listMembers(platform, organizationId);
    return members.flatMap(({ role, email, suspendedAt }) =>
      (role === "owner" || role === "admin") && suspendedAt === undefined && email !== undefined
        ? [email]
        : [],
    );
  };

  const notify = async (alert: Alert): Promise<void> => {
    const {
      isOnce = false,
      periodMilliseconds = isOnce ? 2 * dayMilliseconds : dayMilliseconds,
      ...reported
    } = alert;
    const { kind, subject, message, organizationId } = reported;
    const to = organizationId === undefined ? mail?.to : await managersOf(organizationId);
    const isMailed = mail !== undefined && to !== undefined && to.length > 0;
    if (webhook === undefined && !isMailed) return;
    const period = isOnce ? "once" : Math.floor(now() / periodMilliseconds);
    const id = `alert_${createHash("sha256").update(`${period}\n${kind}\n${subject}`).digest("hex").slice(0, 24)}`;
    if (!(await claim(id, periodMilliseconds))) return;
    if (webhook !== undefined) {
      const body: OperatorAlert = {
        ...reported,
        id,
        type: "operator_alert",
        raisedAt: new Date(now()).toISOString(),
      };
      const event = { id, type: "operator_alert", body: JSON.stringify(body), endpointIds: [endpointId] };
      await deliveries.enqueue([event]);
    }
    if (!isMailed) return;
    await mail.mailer.send({
      to,
      subject: `Plugboard: ${kind.replaceAll("_", " ")}`,
      text: `${message}\n`,
    });
  };
  return async (alerts) => {
    for (const alert of alerts) await notify(alert);
  };
}

/** Checks for alerts at an interval and reports them. @returns a function that stops the checks */
export function watchForAlerts(
  find: () => Promise<readonly Alert[]>,
  notify: (alerts: readonly Alert[]) => Promise<void>,
  {
    intervalMilliseconds,
    onError,
  }: { readonly intervalMilliseconds: number; readonly onError: (error: unknown) => void },
): () => Promise<void> {
  let running: Promise<void> = Promise.resolve();
  const check = (): void => {
    running = running.then(async () => await notify(await find())).catch(onError);
  };
  check();
  const timer = setInterval(check, intervalMilliseconds);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
