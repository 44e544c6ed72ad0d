import {
  AttemptError,
  type DestinationReply,
  type DestinationTarget,
  type GuardedNetwork,
  type PublishOptions,
} from "@plugboard/webhook-delivery";
import { AwsV4Signer } from "aws4fetch";

/** A call of an AWS JSON protocol. */
export interface AwsCall {
  readonly url: string;
  readonly service: "sqs" | "events";
  readonly region: string;
  /** The service and action, such as `AmazonSQS.SendMessage`. */
  readonly action: string;
  readonly contentType: "application/x-amz-json-1.0" | "application/x-amz-json-1.1";
  readonly input: object;
}

// The sender has the timeout.
const noTimeout = 2 ** 31 - 1;

/**
 * Calls AWS and returns the status, with the response's JSON for 2xx.
 *
 * @throws {AttemptError} if there was no complete response
 */
export async function callAws(
  { client }: GuardedNetwork,
  { url, service, region, action, contentType, input }: AwsCall,
  { settings, secrets, clientCertificate }: DestinationTarget,
  { signal, timings }: PublishOptions,
): Promise<DestinationReply & { readonly output?: unknown }> {
  const body = JSON.stringify(input);
  const headers = async (startedAt: number): Promise<Record<string, string>> => {
    const signer = new AwsV4Signer({
      method: "POST",
      url,
      body,
      service,
      region,
      headers: { "content-type": contentType, "x-amz-target": action },
      accessKeyId: settings["accessKeyId"] ?? "",
      secretAccessKey: secrets["secretAccessKey"] ?? "",
      datetime: new Date(startedAt).toISOString().replaceAll(/[:-]|\.\d{3}/g, ""),
    });
    return Object.fromEntries((await signer.sign()).headers);
  };
  const { result, response } = await client.post(
    { url, body, headers, clientCertificate },
    { signal, timeoutMilliseconds: noTimeout },
  );
  const { dns, connect, tls } = result.timings;
  Object.assign(timings, { dns, connect, tls });
  if (result.errorCode !== undefined)
    throw new AttemptError(result.errorCode, result.errorMessage ?? "The request failed.");
  if (response === undefined) throw new AttemptError("invalid_response", "AWS sent no response.");
  const { status } = response;
  const output = parseJson(Buffer.from(response.body).toString());
  if (status >= 200 && status < 300) return { status, output };
  const type: unknown = Reflect.get(Object(output), "__type");
  const name = typeof type === "string" ? type.replace(/^.*#/, "") : "";
  const message = Reflect.get(Object(output), "message") ?? Reflect.get(Object(output), "Message");
  if (name === "") return { status, text: result.responseExcerpt };
  return { status: toStatus(name, status), text: describeError(name, message) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Describes an error of AWS. */
export function describeError(name: string, message: unknown): string {
  return typeof message === "string" && message !== "" ? `${name}: ${message}` : name;
}

const throttling = /Throttled|Throttling|TooManyRequests|OverLimit|LimitExceeded|RequestLimit/i;
const failing =
  /^(InternalFailure|InternalException|InternalError|InternalServerError|ServiceUnavailable.*)$/;

/** Returns the status of an error that AWS reports by name: it sends status 400 for most, also for throttling. */
export function toStatus(name: string, status: number): number {
  if (throttling.test(name)) return 429;
  return failing.test(name) ? 500 : status;
}
