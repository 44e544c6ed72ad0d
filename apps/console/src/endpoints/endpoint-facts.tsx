import type { EndpointAuthentication, EndpointDestination, WebhookEndpoint } from "@plugboard/api/client";
import type { ReactNode } from "react";
import { formatDuration, formatList, formatNumber, formatRate } from "../ui/format.ts";
import { formatRetryDelays } from "./form/retry-delays.ts";

const verificationLabels = { pending: "requested, pending", verified: "done" } as const;

/** The event filters of an endpoint, and the delivery settings that differ from the defaults. */
export function EndpointFacts({ endpoint }: { readonly endpoint: WebhookEndpoint }) {
  const { eventTypes, channels = [], filter = [], headers = {}, timeoutMilliseconds } = endpoint;
  const { rateLimit, signatures, signingKey, retryDelaysSeconds, verification } = endpoint;
  const { authentication, clientCertificate, polling, transform, headerPrefix, destination } = endpoint;
  const resourceId = endpoint.resource?.id;
  const headerNames = Object.keys(headers);
  const facts: readonly (readonly [string, ReactNode])[] = [
    ["Its consumer", polling === true && "polls for deliveries at this URL"],
    ["Destination", destination !== undefined && <code>{describeDestination(destination)}</code>],
    ["Event types", <Names key="types" names={eventTypes} />],
    ["Channels", channels.length > 0 && <Names key="channels" names={channels} />],
    ["Only events from", resourceId !== undefined && <code>{resourceId}</code>],
    ["Conditions", filter.length > 0 && <code>{JSON.stringify(filter)}</code>],
    ["Payload", transform === true && "created by its integration"],
    ["Verification", verification !== undefined && verificationLabels[verification]],
    ["Custom headers", headerNames.length > 0 && <code>{headerNames.join(", ")}</code>],
    ["Authentication", authentication !== undefined && describeAuthentication(authentication)],
    ["Client certificate", clientCertificate !== undefined && "presented to the endpoint"],
    ["Timeout", timeoutMilliseconds !== undefined && formatDuration(timeoutMilliseconds)],
    [
      "Rate limit",
      rateLimit !== undefined &&
        `${formatRate(rateLimit.perSecond)} requests per second, burst of ${formatNumber(rateLimit.burst)}`,
    ],
    ["Signed with", signingKey !== undefined && "Ed25519 key pair"],
    ["Header prefix", headerPrefix !== undefined && <code>{headerPrefix}</code>],
    ["Signed as", signatures !== undefined && formatList(signatures)],
    [
      "Retries after",
      retryDelaysSeconds !== undefined &&
        (retryDelaysSeconds.length === 0 ? "none" : formatRetryDelays(retryDelaysSeconds)),
    ],
  ];
  return (
    <dl className="facts" aria-label="Delivery">
      {facts
        .filter(([, value]) => value !== false)
        .map(([title, value]) => (
          <div key={title} className="fact">
            <dt>{title}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Names({ names }: { readonly names: readonly string[] }) {
  return (
    <span className="row">
      {names.map((name) => (
        <code key={name} className="badge">
          {name}
        </code>
      ))}
    </span>
  );
}

function describeDestination({ type, settings }: EndpointDestination): string {
  const shown = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
  return [type, ...shown].join(" ");
}

function describeAuthentication(authentication: EndpointAuthentication): ReactNode {
  return authentication.type === "basic" ? (
    <>
      user <code>{authentication.username}</code> with a password
    </>
  ) : (
    <>
      OAuth 2 as <code>{authentication.clientId}</code>, tokens from <code>{authentication.tokenUrl}</code>
    </>
  );
}
