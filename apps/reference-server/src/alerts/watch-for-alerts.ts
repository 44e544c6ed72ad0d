import { createHash } from "node:crypto";
import type { Platform } from "@plugboard/platform";
import type { Mailer } from "../mail/create-mailer.ts";
import type { Alert } from "./find-alerts.ts";

/** The operator's webhook and email addresses. */
export interface AlertTargets {
  readonly webhook?: { readonly url: string; readonly secret: string } | undefined;
  readonly mail?: { readonly mailer: Mailer; readonly to: readonly string[] } | undefined;
}

export interface NotifierOptions extends AlertTargets {
  readonly platform: Pick<Platform, "db" | "deliveries" | "now">;
}

/** The body of the webhook. */
interface OperatorAlert extends Alert {
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
 * Creates a function that sends alerts to the operator, each once a day across all processes. The webhook is a regular
 * delivery: signed, retried and listed.
 */
export async function createNotifier({
  platform: { db, deliveries, now },
  webhook,
  mail,
}: NotifierOptions): Promise<(alerts: readonly Alert[]) => Promise<void>> {
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

  /** Returns whether this process is the first to report the alert today. */
  const claim = async (id: string): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("used_tickets")
      .values({ id, expires_at: now() + dayMilliseconds })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  };

  const notify = async (alert: Alert): Promise<void> => {
    const { kind, subject, message } = alert;
    const day = Math.floor(now() / dayMilliseconds);
    const id = `alert_${createHash("sha256").update(`${day}\n${kind}\n${subject}`).digest("hex").slice(0, 24)}`;
    if (!(await claim(id))) return;
    if (webhook !== undefined) {
      const body: OperatorAlert = {
        ...alert,
        id,
        type: "operator_alert",
        raisedAt: new Date(now()).toISOString(),
      };
      const event = { id, type: "operator_alert", body: JSON.stringify(body), endpointIds: [endpointId] };
      await deliveries.enqueue([event]);
    }
    await mail?.mailer.send({
      to: mail.to,
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
