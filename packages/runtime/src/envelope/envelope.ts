import type {
  DefaultIntegrationTypes,
  EnvelopeEvent,
  Environment,
  IntegrationTypes,
  ProductEventsOf,
} from "@plugboard/api";

/** The platform's message to an integration, with the events and requests of the product in `Types`. */
export interface Envelope<Types extends IntegrationTypes = DefaultIntegrationTypes>
  extends Omit<PlatformEnvelope<Types>, "event"> {
  readonly event: EnvelopeEvent | ProductEventsOf<Types>[keyof ProductEventsOf<Types>];
}

/** An envelope as the runtime reads it: it knows the fields of the platform's events, and only the type of others. */
export interface PlatformEnvelope<Types extends IntegrationTypes = DefaultIntegrationTypes> {
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
