import type { DefaultIntegrationTypes, EnvelopeEvent, Environment, IntegrationTypes } from "@plugboard/api";

/** The platform's message to an integration. */
export interface Envelope<Types extends IntegrationTypes = DefaultIntegrationTypes> {
  readonly event: EnvelopeEvent;
  readonly environment: Environment<Types>;
  /** The exact body of the request in a `fetch` event. `undefined` if it had none. */
  readonly fetchBody?: Uint8Array<ArrayBuffer> | undefined;
}

/** Size limits of an envelope and its parts, in bytes. */
export interface EnvelopeLimits {
  readonly maxEventBytes: number;
  readonly maxEnvironmentBytes: number;
  readonly maxFetchBodyBytes: number;
  /** The limit of the whole request body. */
  readonly maxEnvelopeBytes: number;
}

const mebibyte = 1024 * 1024;

/** The default limits. */
export const defaultEnvelopeLimits: EnvelopeLimits = {
  maxEventBytes: mebibyte,
  maxEnvironmentBytes: mebibyte,
  maxFetchBodyBytes: 10 * mebibyte,
  maxEnvelopeBytes: 12 * mebibyte,
};
