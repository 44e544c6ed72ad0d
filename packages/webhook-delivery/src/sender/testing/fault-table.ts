import { classifyAttempt, decideOutcome, type Outcome } from "../../policy/decide-outcome.ts";
import type { AttemptResult } from "../../model/attempt-result.ts";
import { type FaultName, faultNames } from "./fault-behaviors.ts";
import type { FaultReceiver } from "./fault-receiver.ts";

/** The result of one fault. */
export interface FaultRow {
  readonly fault: FaultName;
  readonly result: AttemptResult;
  /** The outcome of a first attempt under the default retry policy, without jitter. */
  readonly outcome: Outcome;
}

/**
 * Makes one concurrent attempt at every fault of a receiver and decides the outcomes.
 *
 * @example
 * ```ts
 * import { createWebhookSender } from "@plugboard/webhook-delivery";
 * import { createFaultReceiver, measureFaults } from "@plugboard/webhook-delivery/testing";
 *
 * const receiver = await createFaultReceiver();
 * const sender = createWebhookSender({ allowNetworks: ["127.0.0.0/8"], allowHttp: true, timeoutMilliseconds: 500 });
 * const rows = await measureFaults(receiver, (url) =>
 *   sender.send({ url, secrets: ["whsec_c2VjcmV0"], eventId: "evt_1", body: "{}" }),
 * );
 * for (const { fault, outcome } of rows) console.log(fault, outcome.state);
 * await sender.close();
 * await receiver.close();
 * ```
 */
export async function measureFaults(
  receiver: FaultReceiver,
  send: (url: string) => Promise<AttemptResult>,
): Promise<readonly FaultRow[]> {
  return Promise.all(
    faultNames.map(async (fault) => {
      const result = await send(receiver.urlOf(fault));
      return { fault, result, outcome: decideOutcome({ result, attempt: 1, now: 0, random: () => 0 }) };
    }),
  );
}

/** Formats the results as a Markdown table. */
export function formatFaultTable(rows: readonly FaultRow[]): string {
  const cells = rows.map(({ fault, result, outcome }) => [
    fault,
    result.status === undefined ? "" : String(result.status),
    result.errorCode === undefined ? "" : `\`${result.errorCode}\``,
    classifyAttempt(result),
    describeOutcome(outcome),
  ]);
  const table = [["fault", "status", "error code", "class", "outcome"], ...cells];
  const widths = (table[0] ?? []).map((_, column) =>
    Math.max(...table.map((row) => row[column]?.length ?? 0)),
  );
  const lines = table.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`,
  );
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [lines[0], rule, ...lines.slice(1), ""].join("\n");
}

function describeOutcome(outcome: Outcome): string {
  if (outcome.state === "scheduled") return `retry after ${outcome.at / 1_000} s`;
  return outcome.state === "failed" ? `failed: ${outcome.reason}` : outcome.state;
}
