import type { Endpoint } from "@plugboard/webhook-delivery";
import * as z from "zod";
import type { ProductRef } from "../resources/product-ref.ts";

/** The parts of an agent's subscription that its deliveries need. */
export interface SubscriptionMetadata {
  readonly organizationId: string;
  /** The name of the event. */
  readonly name: string;
  /** The position in the event log at which the subscription started. */
  readonly startPosition: number;
}

/** The platform's own metadata of an endpoint. */
export interface EndpointMetadata {
  /** The resource whose events it receives. `undefined` for all. */
  readonly resource?: ProductRef | undefined;
  readonly requiresVerification?: boolean | undefined;
  /** The subscription of an agent. */
  readonly subscription?: SubscriptionMetadata | undefined;
  /** Whether its integration transforms the payloads. */
  readonly transform?: boolean | undefined;
  /** Newest first. */
  readonly pollTokens?:
    | readonly { readonly hash: string; readonly expiresAt?: number | undefined }[]
    | undefined;
  /** In the order of the endpoint's secrets. */
  readonly secretTimes: readonly { readonly createdAt: number; readonly expiresAt?: number | undefined }[];
}

const metadataSchema: z.ZodType<EndpointMetadata> = z.object({
  resource: z.object({ kind: z.string(), id: z.string() }).exactOptional(),
  requiresVerification: z.boolean().exactOptional(),
  pollTokens: z.array(z.object({ hash: z.string(), expiresAt: z.number().exactOptional() })).exactOptional(),
  subscription: z
    .object({ organizationId: z.string(), name: z.string(), startPosition: z.number() })
    .exactOptional(),
  transform: z.boolean().exactOptional(),
  secretTimes: z.array(z.object({ createdAt: z.number(), expiresAt: z.number().exactOptional() })),
});

/** Reads the platform's metadata of an endpoint. */
export function readEndpointMetadata(endpoint: Endpoint): EndpointMetadata {
  return metadataSchema.parse(endpoint.metadata);
}

/** Converts metadata to its stored form: JSON has no `undefined`. */
export function toMetadata(metadata: EndpointMetadata): Endpoint["metadata"] {
  return z.record(z.string(), z.json()).parse(JSON.parse(JSON.stringify(metadata)));
}
