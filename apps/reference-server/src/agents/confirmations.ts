import { createHash, randomUUID } from "node:crypto";
import {
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { type Platform, PlatformError, type RateLimitPolicy } from "@plugboard/platform";

const validSeconds = 300;
/** Each confirmation has its own bucket. One use empties the bucket until after the confirmation has expired. */
const usePolicy: RateLimitPolicy = { name: "agent-confirmations", quota: 1, windowSeconds: 2 * validSeconds };

/** A call that a person must confirm. */
export interface ConfirmedCall {
  /** Identifies the organization and the caller. Other callers can't use the confirmation. */
  readonly principal: string;
  readonly tool: string;
  readonly arguments: object;
  /** Shown to the person. */
  readonly question: string;
}

/** Asks people to confirm calls. */
export interface Confirmations {
  /** Checks the signature and age of a request's state. */
  readonly verify: (state: string, context: ServerContext) => Promise<unknown>;
  /** Asks the person through a client that supports it. */
  readonly ask: (call: ConfirmedCall, context: ServerContext) => Promise<InputRequiredResult>;
  /**
   * Returns whether the person agreed to this exact call. `undefined` if they haven't been asked yet.
   *
   * @throws PlatformError `forbidden` if the confirmation is for another call, or was used
   */
  readonly read: (call: ConfirmedCall, context: ServerContext) => Promise<boolean | undefined>;
}

/** The part of a confirmation that travels through the client, signed. */
interface ConfirmationState {
  readonly id: string;
  readonly digest: string;
}

/** Creates confirmations that work once, for five minutes, on every process of the server. */
export function createConfirmations({
  deriveSecret,
  rateLimiter,
}: Pick<Platform, "deriveSecret" | "rateLimiter">): Confirmations {
  const codec = createRequestStateCodec<ConfirmationState>({
    key: deriveSecret("agent confirmations"),
    ttlSeconds: validSeconds,
  });
  return {
    verify: (state, context) => codec.verify(state, context),
    ask: async (call, context) =>
      inputRequired({
        inputRequests: {
          confirm: inputRequired.elicit({
            message: call.question,
            requestedSchema: { type: "object", properties: {} },
          }),
        },
        requestState: await codec.mint({ id: randomUUID(), digest: digestOf(call) }, context),
      }),
    read: async (call, { mcpReq }) => {
      const state = mcpReq.requestState<ConfirmationState>();
      if (state === undefined) return undefined;
      if (state.digest !== digestOf(call))
        throw new PlatformError("forbidden", "The confirmation is for another call.");
      const { granted } = await rateLimiter.take(usePolicy, state.id);
      if (!granted) throw new PlatformError("forbidden", "The confirmation was used before.");
      const response = inputResponse(mcpReq.inputResponses, "confirm");
      return response.kind === "elicit" && response.action === "accept";
    },
  };
}

function digestOf({ principal, tool, arguments: input }: ConfirmedCall): string {
  return createHash("sha256")
    .update(JSON.stringify([principal, tool, input]))
    .digest("base64url");
}
