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
/** The delay before each attempt to report an alert, after the one before. */
const retryMinutes = [0, 1, 5, 30, 120, 480];
/** The tenant of the operator's endpoint. All other tenants are installations. */
const operator = "operator";
const endpointId = "operator-alerts";

/**
 * Creates a function that reports alerts, each once in its period across all processes. The operator's webhook gets all of
 * them, as regular deliveries: signed, retried and listed. Emails about an organization go to its owners and admins, all
 * others to the operator. A failed one is sent again by later calls, which can repeat it if the mail server has accepted it.
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

  /**
   * Does work once, whichever process does it. Work that fails, or whose process ends, is done again after the delays.
   *
   * @param period - how long it isn't done again (ms)
   */
  const doOnce = async (id: string, period: number, work: () => Promise<void>): Promise<void> => {
    const doneId = `${id}_done`;
    const attempts = retryMinutes.map((minutes, index) => ({ id: `${id}_${index}`, minutes }));
    const rows = await db
      .selectFrom("used_tickets")
      .select(["id", "expires_at"])
      .where("id", "in", [doneId, ...attempts.map((attempt) => attempt.id)])
      .execute();
    const expiries = new Map(rows.map((row) => [row.id, row.expires_at]));
    if (expiries.has(doneId)) return;
    const next = attempts.findIndex((attempt) => !expiries.has(attempt.id));
    const attempt = attempts[next];
    if (attempt === undefined) return;
    const previous = expiries.get(attempts[next - 1]?.id ?? "");
    if (previous !== undefined && now() < previous - period + attempt.minutes * 60_000) return;
    if (!(await claim(attempt.id, period))) return;
    await work();
    await claim(doneId, period);
  };

  /** Returns whether this process is the first to store the ticket. */
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
    const to = (organizationId === undefined ? mail?.to : await managersOf(organizationId)) ?? [];
    const period = isOnce ? "once" : Math.floor(now() / periodMilliseconds);
    const id = `alert_${digest(`${period}\n${kind}\n${subject}`)}`;
    const reports: Promise<void>[] = [];
    if (webhook !== undefined) {
      const body: OperatorAlert = {
        ...reported,
        id,
        type: "operator_alert",
        raisedAt: new Date(now()).toISOString(),
      };
      const event = { id, type: "operator_alert", body: JSON.stringify(body), endpointIds: [endpointId] };
      reports.push(doOnce(id, periodMilliseconds, async () => void (await deliveries.enqueue([event]))));
    }
    if (mail !== undefined)
      for (const address of to)
        reports.push(
          doOnce(`${id}_${digest(address)}`, periodMilliseconds, () =>
            mail.mailer.send({
              to: address,
              subject: `Plugboard: ${kind.replaceAll("_", " ")}`,
              text: `${message}\n`,
            }),
          ),
        );
    const failed = (await Promise.allSettled(reports)).find((report) => report.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  };
  return async (alerts) => {
    let failure: { readonly error: unknown } | undefined;
    // One that can't be reported doesn't stop the others.
    for (const alert of alerts)
      await notify(alert).catch((error: unknown) => {
        failure ??= { error };
      });
    if (failure !== undefined) throw failure.error;
  };
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 24);
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
