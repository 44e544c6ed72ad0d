import type { DefaultIntegrationTypes, EnvelopeEvent, Environment, IntegrationTypes } from "@plugboard/api";

/** What the platform sends to an integration (specification, "Request envelope"). */
export interface Envelope<Types extends IntegrationTypes = DefaultIntegrationTypes> {
  readonly event: EnvelopeEvent;
  readonly environment: Environment<Types>;
  /** The body of the request that a `fetch` event tells of, byte for byte; absent when it had none. */
  readonly fetchBody?: Uint8Array<ArrayBuffer>;
}
