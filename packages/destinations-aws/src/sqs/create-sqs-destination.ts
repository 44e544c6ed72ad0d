import { createHash } from "node:crypto";
import {
  AttemptError,
  type Destination,
  type DestinationMessage,
  type DestinationReply,
  type DestinationTarget,
} from "@plugboard/webhook-delivery";
import { callAws } from "../aws/call-aws.ts";
import { checkBaseUrl, invalid, keyFields } from "../aws/check-aws-target.ts";

/** Options of `createSqsDestination`. */
export interface SqsDestinationOptions {
  /** The URL that requests are sent to, for a compatible service. Defaults to the origin of the queue's URL. */
  readonly baseUrl?: string | undefined;
}

/**
 * Creates the destination `sqs`: an Amazon SQS queue, standard or FIFO. The message body is the webhook's, and message
 * attributes contain the signatures.
 *
 * @throws {DeliveryError} `invalid_option`
 *
 * @example
 * import { createSqsDestination } from "@plugboard/destinations-aws";
 * import { createWebhookSender } from "@plugboard/webhook-delivery";
 *
 * const sender = createWebhookSender({ destinations: [createSqsDestination()] });
 * sender.checkEndpoint({
 *   url: "https://sqs.eu-central-1.amazonaws.com/123456789012/events",
 *   options: {
 *     destination: {
 *       type: "sqs",
 *       settings: { accessKeyId: "AKIDEXAMPLE" },
 *       secrets: { secretAccessKey: "the secret access key" },
 *     },
 *   },
 * });
 */
export function createSqsDestination({ baseUrl }: SqsDestinationOptions = {}): Destination {
  checkBaseUrl(baseUrl);
  return {
    type: "sqs",
    name: "Amazon SQS",
    url: { label: "Queue URL", example: "https://sqs.eu-central-1.amazonaws.com/123456789012/events" },
    fields: [
      ...keyFields,
      { name: "region", label: "Region", hint: "Defaults to the region in the queue URL." },
    ],
    check(target) {
      const url = URL.parse(target.url);
      if (url === null || !/^https?:$/.test(url.protocol) || url.pathname.split("/").length < 3) {
        throw invalid(
          "url",
          "must be the URL of a queue, such as https://sqs.eu-central-1.amazonaws.com/123456789012/events",
        );
      }
      if (url.username !== "" || url.password !== "") throw invalid("url", "must not contain credentials");
      if (regionOf(target) === undefined) {
        throw invalid("options.destination.settings.region", "is missing; the queue URL doesn't contain it");
      }
      return baseUrl === undefined ? url : undefined;
    },
    addressOf: (message, target) => {
      const { MessageGroupId: group } = orderOf(message, target);
      return { queue: target.url, ...(group !== undefined && { "message-group": group }) };
    },
    open: (network) => ({
      async publish(message, target, options) {
        const reply = await callAws(
          network,
          {
            url: baseUrl ?? `${new URL(target.url).origin}/`,
            service: "sqs",
            region: regionOf(target) ?? "",
            action: "AmazonSQS.SendMessage",
            contentType: "application/x-amz-json-1.0",
            input: {
              QueueUrl: target.url,
              MessageBody: message.body.toString(),
              MessageAttributes: attributesOf(message),
              ...orderOf(message, target),
              ...(isFifo(target) && { MessageDeduplicationId: deduplicationIdOf(message) }),
            },
          },
          target,
          options,
        );
        return toMessageReply(reply);
      },
      close: async () => {},
    }),
  };
}

/** @throws {AttemptError} `invalid_response` for a success that isn't from SQS, as from the URL of another service */
function toMessageReply({
  status,
  text,
  output,
}: DestinationReply & { readonly output?: unknown }): DestinationReply {
  if (status < 200 || status > 299) return { status, text };
  const id: unknown = Reflect.get(Object(output), "MessageId");
  if (typeof id === "string") return { status, text: `message ${id}` };
  throw new AttemptError("invalid_response", "The response has no message ID. Check the URL of the queue.");
}

function regionOf({ url, settings }: DestinationTarget): string | undefined {
  const [, fromUrl] =
    /^(?:sqs|sqs-fips)\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?$/.exec(new URL(url).hostname) ?? [];
  return settings["region"] || fromUrl;
}

function isFifo({ url }: DestinationTarget): boolean {
  return new URL(url).pathname.endsWith(".fifo");
}

/** FIFO queues require a group. An event without an ordering key has its own, so that it waits for no other. */
function orderOf(
  {
    orderingKey,
    eventId,
  }: Pick<DestinationMessage, "orderingKey"> & Partial<Pick<DestinationMessage, "eventId">>,
  target: DestinationTarget,
): { readonly MessageGroupId?: string } {
  const group = orderingKey ?? eventId;
  return isFifo(target) && group !== undefined ? { MessageGroupId: toToken(group) } : {};
}

/** The same for automatic retries. SQS drops messages with a known ID for five minutes, so resends have another one. */
function deduplicationIdOf({ eventId, resends }: DestinationMessage): string {
  return resends === 0 ? toToken(eventId) : hash(JSON.stringify([eventId, resends]));
}

function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Returns a text in the form of deduplication and group IDs: 1 to 128 printable ASCII characters. */
function toToken(text: string): string {
  return /^[\x21-\x7e]{1,128}$/.test(text) ? text : hash(text);
}

/** SQS rejects messages with more. */
const maxAttributes = 10;

function attributesOf({ headers, eventId, eventType }: DestinationMessage): Record<string, object> {
  const { "content-type": _, traceparent = "", ...others } = headers;
  const values = { ...others, "event-id": eventId, "event-type": eventType, traceparent };
  // Attributes can't be empty. The trace context is the last one, and is left out if there is no room.
  const entries = Object.entries(values).filter(([, value]) => value !== "");
  const isTooLong = traceparent !== "" && entries.length > maxAttributes;
  return Object.fromEntries(
    (isTooLong ? entries.slice(0, -1) : entries).map(([name, StringValue]) => [
      name,
      { DataType: "String", StringValue },
    ]),
  );
}
