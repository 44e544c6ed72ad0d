import { createHash } from "node:crypto";
import type { Platform } from "@plugboard/platform";
import type { Mailer } from "../mail/create-mailer.ts";
import type { Trouble } from "./find-troubles.ts";

/** Where an operator wants to be notified. */
export interface NoticeTargets {
  readonly webhook?: { readonly url: string; readonly secret: string } | undefined;
  readonly mail?: { readonly mailer: Mailer; readonly to: readonly string[] } | undefined;
}

/** What it takes to notify an operator. */
export interface NotifierOptions extends NoticeTargets {
  readonly platform: Pick<Platform, "db" | "deliveries" | "now">;
}

/** The body of the webhook. */
interface OperatorNotice extends Trouble {
  readonly id: string;
  readonly type: "operator_notice";
  /** ISO 8601 time. */
  readonly noticedAt: string;
}

const dayMilliseconds = 24 * 3600 * 1000;
/** The owner of the operator's endpoint, among the installations that own all others. */
const operator = "operator";
const endpointId = "operator-notices";

/**
 * Makes what notifies the operator of troubles: each once a day, whichever process finds it. The webhook is a delivery like
 * all others: signed, retried and listed.
 */
export async function createNotifier({
  platform: { db, deliveries, now },
  webhook,
  mail,
}: NotifierOptions): Promise<(troubles: readonly Trouble[]) => Promise<void>> {
  if (webhook !== undefined) {
    const wanted = {
      url: webhook.url,
      secrets: [webhook.secret],
      metadata: { secretTimes: [{ createdAt: now() }] },
    };
    if ((await deliveries.getEndpoint(endpointId)) === undefined) {
      const own = { id: endpointId, tenant: operator, kind: "webhook", eventTypes: [] };
      await deliveries.createEndpoint({ ...wanted, ...own });
    } else {
      await deliveries.updateEndpoint(endpointId, wanted);
      await deliveries.enableEndpoint(endpointId);
    }
  }

  /** Whether this process is the first of today to report it. */
  const claim = async (id: string): Promise<boolean> => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("used_tickets")
      .values({ id, expires_at: now() + dayMilliseconds })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .executeTakeFirst();
    return (numInsertedOrUpdatedRows ?? 0n) > 0n;
  };

  const notify = async (trouble: Trouble): Promise<void> => {
    const { kind, subject, message } = trouble;
    const day = Math.floor(now() / dayMilliseconds);
    const id = `notice_${createHash("sha256").update(`${day}\n${kind}\n${subject}`).digest("hex").slice(0, 24)}`;
    if (!(await claim(id))) return;
    if (webhook !== undefined) {
      const notice: OperatorNotice = {
        ...trouble,
        id,
        type: "operator_notice",
        noticedAt: new Date(now()).toISOString(),
      };
      const event = { id, type: "operator_notice", body: JSON.stringify(notice), endpointIds: [endpointId] };
      await deliveries.enqueue([event]);
    }
    await mail?.mailer.send({
      to: mail.to,
      subject: `Plugboard: ${kind.replaceAll("_", " ")}`,
      text: `${message}\n`,
    });
  };
  return async (troubles) => {
    for (const trouble of troubles) await notify(trouble);
  };
}

/** Looks for troubles now and then, and notifies the operator. @returns how to end it */
export function watchForTroubles(
  find: () => Promise<readonly Trouble[]>,
  notify: (troubles: readonly Trouble[]) => Promise<void>,
  {
    intervalMilliseconds,
    onError,
  }: { readonly intervalMilliseconds: number; readonly onError: (error: unknown) => void },
): () => Promise<void> {
  let looking: Promise<void> = Promise.resolve();
  const look = (): void => {
    looking = looking.then(async () => await notify(await find())).catch(onError);
  };
  look();
  const timer = setInterval(look, intervalMilliseconds);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
