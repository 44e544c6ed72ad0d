import type { DefaultIntegrationTypes, EnvelopeEvent, Environment, IntegrationTypes } from "@plugboard/api";

/** What the platform sends to an integration. */
export interface Envelope<Types extends IntegrationTypes = DefaultIntegrationTypes> {
  readonly event: EnvelopeEvent;
  readonly environment: Environment<Types>;
  /** The body of the request that a `fetch` event describes, byte for byte; absent when it had none. */
  readonly fetchBody?: Uint8Array<ArrayBuffer> | undefined;
}

/** How large an envelope and its parts may be, in bytes. */
export interface EnvelopeLimits {
  readonly maxEventBytes: number;
  readonly maxEnvironmentBytes: number;
  readonly maxFetchBodyBytes: number;
  /** The whole request body. */
  readonly maxEnvelopeBytes: number;
}

const mebibyte = 1024 * 1024;

/** Used for each limit that is not given. */
export const defaultEnvelopeLimits: EnvelopeLimits = {
  maxEventBytes: mebibyte,
  maxEnvironmentBytes: mebibyte,
  maxFetchBodyBytes: 10 * mebibyte,
  maxEnvelopeBytes: 12 * mebibyte,
};
