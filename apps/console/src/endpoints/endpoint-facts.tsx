import type { WebhookEndpoint } from "@plugboard/api/client";
import type { ReactNode } from "react";
import { formatDuration, formatList, formatNumber } from "../ui/format.ts";

/** Which events an endpoint gets and how requests to it are made, where that differs from what holds for all. */
export function EndpointSendingFacts({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { filter = [], headers = {}, deadlineMilliseconds, rateLimit, signatures } = endpoint;
  const { retryDelaysSeconds } = endpoint;
  const names = Object.keys(headers);
  const facts: readonly (readonly [string, ReactNode])[] = [
    ["Only events where", filter.length > 0 && <code>{JSON.stringify(filter)}</code>],
    ["Added headers", names.length > 0 && <code>{names.join(", ")}</code>],
    ["Deadline", deadlineMilliseconds !== undefined && formatDuration(deadlineMilliseconds)],
    [
      "At most",
      rateLimit !== undefined &&
        `${formatNumber(rateLimit.perSecond)} requests a second, ${formatNumber(rateLimit.burst)} at once`,
    ],
    ["Signed as", signatures !== undefined && formatList(signatures)],
    [
      "Retries after",
      retryDelaysSeconds !== undefined &&
        (retryDelaysSeconds.length === 0
          ? "none"
          : formatList(retryDelaysSeconds.map((seconds) => formatDuration(seconds * 1000)))),
    ],
  ];
  const own = facts.filter(([, value]) => value !== false);
  if (own.length === 0) return null;
  return (
    <dl className="facts" aria-label="How it is sent">
      {own.map(([title, value]) => (
        <div key={title} className="fact">
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
