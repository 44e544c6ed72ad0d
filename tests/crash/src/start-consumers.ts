import { setTimeout as delay } from "node:timers/promises";
import { createPollLedger, type PollLedger } from "./poll-ledger.ts";
import type { PollCall, PollPage } from "./serve-polls.ts";

/** Consumers of the polled endpoint, which survive the server. */
export interface Consumers {
  readonly ledger: PollLedger;
  /** Sets the server's current URL. */
  readonly moveTo: (url: string) => void;
  readonly stop: () => Promise<void>;
}

const maxPerPoll = 1_000;

/** Starts two consumers of one endpoint that poll and acknowledge randomly, and sometimes start over. */
export function startConsumers(): Consumers {
  const ledger = createPollLedger();
  const stopping = new AbortController();
  let url: string | undefined;

  /** Returns `undefined` while the server is down. */
  async function call(body: PollCall): Promise<PollPage | undefined> {
    try {
      const response = await fetch(url ?? "", {
        method: "POST",
        body: JSON.stringify(body),
        signal: stopping.signal,
      });
      if (response.ok) return (await response.json()) as PollPage; // Sent by the subject.
      if (response.status === 400) {
        ledger.problems.push(await response.text());
        return { eventIds: [] };
      }
    } catch {
      // The server was killed or hasn't started yet.
    }
    await delay(10);
    return undefined;
  }

  async function consume(): Promise<void> {
    let cursor: string | undefined;
    let after: string | undefined;
    while (!stopping.signal.aborted) {
      const acknowledged = ledger.acknowledged();
      const page = await call({ cursor, limit: 1 + Math.floor(Math.random() * maxPerPoll) });
      if (page === undefined) continue;
      ledger.note({ after, eventIds: page.eventIds, acknowledged });
      ({ cursor } = page);
      after = cursor === undefined ? undefined : (page.eventIds.at(-1) ?? after);
      if (after !== undefined && Math.random() < 0.5) {
        const confirm = ledger.noteAcknowledgement(after);
        if ((await call({ cursor, acknowledges: true })) !== undefined) confirm();
      }
      if (Math.random() < 0.1) cursor = after = undefined;
    }
  }

  const consuming = [consume(), consume()];
  return {
    ledger,
    moveTo: (to) => {
      url = to;
    },
    async stop() {
      stopping.abort();
      await Promise.all(consuming);
    },
  };
}
