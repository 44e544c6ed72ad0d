import { createHash, createHmac, type Hash, type Hmac } from "node:crypto";
import { SignatureV4 } from "@smithy/signature-v4";
import { startHttp } from "@plugboard/test-http";
import type { ReceivedMessage } from "@plugboard/webhook-delivery/testing";

class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", toBytes(secret));
  }

  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(toBytes(data));
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }

  reset(): void {}
}

function toBytes(data: string | ArrayBuffer | ArrayBufferView): Uint8Array {
  if (typeof data === "string") return Buffer.from(data);
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
}

/** The access key that the server knows. */
export const accessKey = {
  accessKeyId: "AKIDEXAMPLE",
  secretAccessKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
};
export const region = "eu-central-1";
export const maxMessageBytes = 65_536;

/** A call that the server accepted. */
export type AwsInput = Readonly<Record<string, unknown>>;

/** A loopback server that speaks the JSON protocols of SQS and EventBridge, and verifies signatures with AWS's signer. */
export interface AwsServer {
  readonly port: number;
  /** Removes and returns the accepted messages. */
  take(): readonly ReceivedMessage[];
  /** Removes and returns the inputs of accepted calls. */
  takeInputs(): readonly AwsInput[];
  /** The error of the next call, as AWS names it; for EventBridge, that of the entry. */
  failNext(error: { readonly status: number; readonly name: string; readonly message: string }): void;
  /** The response of the next call, which isn't accepted. */
  respondNext(response: { readonly status: number; readonly body: string }): void;
  close(): Promise<void>;
}

type Failure = Parameters<AwsServer["failNext"]>[0];

export async function startAwsServer(): Promise<AwsServer> {
  const inputs: AwsInput[] = [];
  let failure: Failure | undefined;
  let rawResponse: Parameters<AwsServer["respondNext"]>[0] | undefined;
  const { port, close } = await startHttp((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    const reply = async (): Promise<void> => {
      const raw = rawResponse;
      rawResponse = undefined;
      if (raw !== undefined) return void response.writeHead(raw.status).end(raw.body);
      const { status, output } = await respond(request.headers, Buffer.concat(chunks).toString());
      response
        .writeHead(status, { "content-type": "application/x-amz-json-1.0" })
        .end(JSON.stringify(output));
    };
    request.on("end", () => void reply());
  });

  async function respond(headers: Headers, body: string): Promise<{ status: number; output: object }> {
    const [service, action] = actions[String(headers["x-amz-target"])] ?? [];
    const refuse = ({ status, name, message }: Failure) => ({
      status,
      output: { __type: `com.amazonaws.${service}#${name}`, message },
    });
    if (service === undefined || !(await isSigned(service, headers, body))) {
      return refuse({
        status: 403,
        name: "InvalidSignatureException",
        message: "The request signature we calculated does not match the signature you provided.",
      });
    }
    if (Buffer.byteLength(body) > maxMessageBytes) {
      const message = `One or more parameters are invalid. Reason: Message must be shorter than ${maxMessageBytes} bytes.`;
      return refuse({ status: 400, name: "InvalidParameterValue", message });
    }
    const failed = failure;
    failure = undefined;
    if (failed !== undefined && (action === "SendMessage" || failed.status !== 200)) return refuse(failed);
    if (failed !== undefined) {
      const entry = { ErrorCode: failed.name, ErrorMessage: failed.message };
      return { status: 200, output: { FailedEntryCount: 1, Entries: [entry] } };
    }
    const input: AwsInput = JSON.parse(body);
    inputs.push(input);
    const id = crypto.randomUUID();
    const output =
      action === "SendMessage" ? { MessageId: id } : { FailedEntryCount: 0, Entries: [{ EventId: id }] };
    return { status: 200, output };
  }

  return {
    port,
    take: () => inputs.splice(0).map(toReceived),
    takeInputs: () => inputs.splice(0),
    failNext: (error) => {
      failure = error;
    },
    respondNext: (response) => {
      rawResponse = response;
    },
    close,
  };
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const actions: Readonly<Record<string, readonly [service: string, action: string]>> = {
  "AmazonSQS.SendMessage": ["sqs", "SendMessage"],
  "AWSEvents.PutEvents": ["events", "PutEvents"],
};

/** Signs the same request with AWS's own signer and compares. */
async function isSigned(service: string, headers: Headers, body: string): Promise<boolean> {
  const authorization = String(headers["authorization"]);
  const names = /SignedHeaders=([^,]+)/.exec(authorization)?.[1]?.split(";") ?? [];
  const date = String(headers["x-amz-date"]).replace(
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/,
    "$1-$2-$3T$4:$5:$6Z",
  );
  const signer = new SignatureV4({
    service,
    region,
    credentials: accessKey,
    sha256: Sha256,
    applyChecksum: false,
  });
  const signed = await signer.sign(
    {
      method: "POST",
      protocol: "http:",
      hostname: "unused",
      path: "/",
      headers: Object.fromEntries(names.map((name) => [name, String(headers[name])])),
      body,
    },
    { signingDate: new Date(date) },
  );
  return signed.headers["authorization"] === authorization;
}

function toReceived(input: AwsInput): ReceivedMessage {
  const entry = Object(Reflect.get(Object(input["Entries"]), 0));
  if (typeof entry.Detail === "string") {
    return {
      eventId: entry.Resources[0],
      eventType: entry.DetailType,
      body: entry.Detail,
      headers: undefined,
    };
  }
  const attributes = Object.entries(Object(input["MessageAttributes"])).map(([name, value]) => [
    name,
    String(Object(value).StringValue),
  ]);
  const headers: Readonly<Record<string, string>> = Object.fromEntries(attributes);
  return {
    eventId: headers["event-id"],
    eventType: headers["event-type"],
    body: String(input["MessageBody"]),
    headers,
  };
}
