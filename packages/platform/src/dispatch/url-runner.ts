import {
  type AddressGuardOptions,
  createWebhookSender,
  type GuardedExchange,
} from "@plugboard/webhook-delivery";
import { sign } from "@plugboard/webhook-signer";
import { PlatformError } from "../common/platform-error.ts";
import type { IntegrationRunner, RunnerResponse, RunnerTarget } from "./integration-runner.ts";

/** The version of the envelope this platform speaks; the last part of the address it is posted to. */
const envelopeVersion = "v1";

const maxResponseBytes = 16 * 1024 * 1024;

/** The address envelopes are posted to. */
export function envelopeUrl(integrationUrl: string): string {
  return `${integrationUrl.replace(/\/+$/, "")}/${envelopeVersion}`;
}

/** Calls integrations that are hosted elsewhere, under the same address guard as webhooks. */
export function createUrlRunner(
  options: AddressGuardOptions & { readonly deadlineMilliseconds: number },
): IntegrationRunner {
  const sender = createWebhookSender({
    ...options,
    maxResponseBytes: maxResponseBytes,
    userAgent: "Plugboard",
  });
  return {
    dispatch: async (target, { contentType, body }) => {
      const headers = { "content-type": contentType, ...(await signatureHeader(target, body)) };
      return toResponse(target, await sender.post({ url: envelopeUrl(target.url), headers, body }));
    },
    describe: async (target) => {
      const headers = await signatureHeader(target, "");
      return toResponse(target, await sender.get({ url: envelopeUrl(target.url), headers }));
    },
    close: () => sender.close(),
  };
}

async function signatureHeader(
  target: RunnerTarget,
  body: string | Uint8Array,
): Promise<Record<string, string>> {
  return { "x-service-signature": await sign({ secret: target.signingSecrets, body }) };
}

function toResponse({ url }: RunnerTarget, { result, response }: GuardedExchange): RunnerResponse {
  if (response === undefined || !response.isComplete) {
    const why = result.errorMessage ?? `its answer has more than ${maxResponseBytes} bytes`;
    throw new PlatformError("integration_unreachable", `The integration at ${url} cannot be reached: ${why}`);
  }
  const headers = new Headers();
  for (const [name, values] of Object.entries(response.headers)) {
    for (const value of [values ?? []].flat()) headers.append(name, value);
  }
  return { status: response.status, headers, body: response.body };
}
