import { createHash } from "node:crypto";
import type { Destination, DestinationMessage, DestinationTarget } from "@plugboard/webhook-delivery";
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
        const { status, text } = await callAws(
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
              ...(isFifo(target) && { MessageDeduplicationId: toToken(message.eventId) }),
            },
          },
          target,
          options,
        );
        return { status, text };
      },
      close: async () => {},
    }),
  };
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

/** Returns a text in the form of deduplication and group IDs: 1 to 128 printable ASCII characters. */
function toToken(text: string): string {
  return /^[\x21-\x7e]{1,128}$/.test(text) ? text : createHash("sha256").update(text).digest("hex");
}

function attributesOf({ headers, eventId, eventType }: DestinationMessage): Record<string, object> {
  const { "content-type": _, ...others } = headers;
  const values = { ...others, "event-id": eventId, "event-type": eventType };
  // Attributes can't be empty.
  const entries = Object.entries(values).filter(([, value]) => value !== "");
  return Object.fromEntries(
    entries.map(([name, StringValue]) => [name, { DataType: "String", StringValue }]),
  );
}
