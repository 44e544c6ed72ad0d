import {
  type AddressGuardOptions,
  createGuardedClient,
  type GuardedExchange,
  type GuardedResponse,
} from "@plugboard/webhook-delivery";
import { sign } from "@plugboard/webhook-signer";
import type { IntegrationRunner, RunnerExchange, UrlTarget } from "./integration-runner.ts";

/** The version of the envelope, and the last segment of the URL it is posted to. */
const envelopeVersion = "v1";

/**
 * Creates a runner for integrations hosted elsewhere. It has the same address guard as webhooks: public
 * addresses and the networks allowed here.
 *
 * @throws {DeliveryError} `invalid_option` if a network in `allowNetworks` is not in CIDR notation
 *
 * @example
 * import { createUrlRunner } from "@plugboard/platform";
 *
 * const runner = createUrlRunner({ allowNetworks: ["127.0.0.0/8"] });
 * await runner.close();
 */
export function createUrlRunner(guard: AddressGuardOptions = {}): IntegrationRunner<UrlTarget> {
  const client = createGuardedClient({ ...guard, userAgent: "Plugboard" });
  return {
    dispatch: async (target, { contentType, body }, options) => {
      const headers = { "content-type": contentType, ...(await signatureHeader(target, body)) };
      return toExchange(await client.post({ url: envelopeUrl(target), headers, body }, options));
    },
    describe: async (target, options) => {
      const headers = await signatureHeader(target, "");
      return toExchange(await client.get({ url: envelopeUrl(target), headers }, options));
    },
    // Hosted integrations are stopped by their hosts.
    retire: async () => {},
    close: () => client.close(),
  };
}

function envelopeUrl({ url }: UrlTarget): string {
  return `${url.replace(/\/+$/, "")}/${envelopeVersion}`;
}

async function signatureHeader(
  { signingSecrets }: UrlTarget,
  body: string | Uint8Array,
): Promise<Record<string, string>> {
  return { "x-service-signature": await sign({ secret: signingSecrets, body }) };
}

function toExchange({ result, response }: GuardedExchange): RunnerExchange {
  if (response === undefined || !response.isComplete) return { result };
  const { status, headers, body } = response;
  return {
    result,
    response: {
      status,
      body,
      // Converted only if read: event deliveries do not need them.
      get headers() {
        return toHeaders(headers);
      },
    },
  };
}

function toHeaders(received: GuardedResponse["headers"]): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(received)) {
    for (const value of [values ?? []].flat()) headers.append(name, value);
  }
  return headers;
}
