import { AttemptError, type Destination, type DestinationReply } from "@plugboard/webhook-delivery";
import { callAws, describeError, toStatus } from "../aws/call-aws.ts";
import { checkBaseUrl, invalid, keyFields } from "../aws/check-aws-target.ts";

/** Options of `createEventBridgeDestination`. */
export interface EventBridgeDestinationOptions {
  /** The URL that requests are sent to, for a compatible service. Defaults to AWS in the bus's region. */
  readonly baseUrl?: string | undefined;
}

const arn = /^arn:(aws|aws-cn|aws-us-gov):events:([a-z0-9-]+):\d{12}:event-bus\/[\w./-]{1,256}$/;
const maxSourceLength = 256;

/**
 * Creates the destination `eventbridge`: an Amazon EventBridge event bus. The detail is the webhook's body, the detail type is
 * the event type, and `resources` contains the event ID. EventBridge rewrites JSON, so events have no signature: the
 * bus's policy decides who can put events.
 *
 * @throws {DeliveryError} `invalid_option`
 *
 * @example
 * import { createEventBridgeDestination } from "@plugboard/destinations-aws";
 * import { createWebhookSender } from "@plugboard/webhook-delivery";
 *
 * const sender = createWebhookSender({ destinations: [createEventBridgeDestination()] });
 * sender.checkEndpoint({
 *   url: "arn:aws:events:eu-central-1:123456789012:event-bus/orders",
 *   options: {
 *     destination: {
 *       type: "eventbridge",
 *       settings: { accessKeyId: "AKIDEXAMPLE", source: "com.example.acme" },
 *       secrets: { secretAccessKey: "the secret access key" },
 *     },
 *   },
 * });
 */
export function createEventBridgeDestination({ baseUrl }: EventBridgeDestinationOptions = {}): Destination {
  checkBaseUrl(baseUrl);
  return {
    type: "eventbridge",
    name: "Amazon EventBridge",
    url: { label: "Event bus ARN", example: "arn:aws:events:eu-central-1:123456789012:event-bus/orders" },
    fields: [
      ...keyFields,
      {
        name: "source",
        label: "Source",
        hint: "The source of all events, such as com.example.acme.",
        isRequired: true,
      },
    ],
    check({ url, settings: { source = "" } }) {
      if (!arn.test(url)) {
        throw invalid(
          "url",
          "must be the ARN of an event bus, such as arn:aws:events:eu-central-1:123456789012:event-bus/orders",
        );
      }
      if (source.length > maxSourceLength || source.startsWith("aws.")) {
        throw invalid(
          "options.destination.settings.source",
          `must have at most ${maxSourceLength} characters and not start with aws.`,
        );
      }
      return undefined;
    },
    addressOf: ({ eventType }, { url, settings: { source = "" } }) => ({
      "event-bus": url,
      source,
      "detail-type": eventType,
    }),
    open: (network) => ({
      async publish({ body, eventId, eventType, timestamp }, target, options) {
        const [, partition = "", region = ""] = arn.exec(target.url) ?? [];
        const suffix = partition === "aws-cn" ? "amazonaws.com.cn" : "amazonaws.com";
        const entry = {
          Source: target.settings["source"],
          DetailType: eventType,
          Detail: requireObject(body.toString()),
          EventBusName: target.url,
          Resources: [eventId],
          Time: timestamp,
        };
        const reply = await callAws(
          network,
          {
            url: baseUrl ?? `https://events.${region}.${suffix}/`,
            service: "events",
            region,
            action: "AWSEvents.PutEvents",
            contentType: "application/x-amz-json-1.1",
            input: { Entries: [entry] },
          },
          target,
          options,
        );
        return toEntryReply(reply);
      },
      close: async () => {},
    }),
  };
}

/** @throws {AttemptError} `invalid_request` unless the text is a JSON object, which a detail must be */
function requireObject(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return text;
  } catch {}
  throw new AttemptError("invalid_request", "EventBridge requires a body that is a JSON object.");
}

/** PutEvents responds with 200 even if it refused the entry. */
function toEntryReply({
  status,
  text,
  output,
}: DestinationReply & { readonly output?: unknown }): DestinationReply {
  if (status < 200 || status > 299) return { status, text };
  const [entry]: readonly unknown[] = [Reflect.get(Object(Reflect.get(Object(output), "Entries")), 0)];
  const eventId: unknown = Reflect.get(Object(entry), "EventId");
  if (typeof eventId === "string") return { status, text: `event ${eventId}` };
  const name: unknown = Reflect.get(Object(entry), "ErrorCode");
  if (typeof name !== "string") {
    throw new AttemptError(
      "invalid_response",
      "EventBridge's response doesn't say whether it accepted the event.",
    );
  }
  const refused = /AccessDenied|NotAuthorized/.test(name) ? 403 : 400;
  return {
    status: toStatus(name, refused),
    text: describeError(name, Reflect.get(Object(entry), "ErrorMessage")),
  };
}
