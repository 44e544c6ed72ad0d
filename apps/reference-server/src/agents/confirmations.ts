import { createHash, randomUUID } from "node:crypto";
import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { type Platform, PlatformError, type RateLimitPolicy } from "@plugboard/platform";
import { toPlainLine } from "../sites/plain-line.ts";
import { toToolFailure } from "./tool-results.ts";

const validSeconds = 300;
const maxShownArguments = 500;
/** Each confirmation has its own bucket. One use empties the bucket until after the confirmation has expired. */
const usePolicy: RateLimitPolicy = { name: "agent-confirmations", quota: 1, windowSeconds: 2 * validSeconds };

/** A call that a person must confirm. */
export interface ConfirmedCall {
  /** Identifies the organization and the caller. Other callers can't use the confirmation. */
  readonly principal: string;
  readonly tool: string;
  readonly arguments: object;
  /** Shown to the person, followed by the arguments. */
  readonly question: string;
}

/** Asks people to confirm calls. */
export interface Confirmations {
  /** Checks the signature and age of a request's state. */
  readonly verify: (state: string, context: ServerContext) => Promise<unknown>;
  /**
   * Returns `undefined` if the person agreed to this exact call. Otherwise returns the response that asks them
   * or refuses the call.
   *
   * @throws PlatformError `forbidden` if the confirmation is for another call, or was used
   * @throws MissingRequiredClientCapabilityError if the client declares its capabilities, and elicitation is missing
   */
  readonly require: (
    call: ConfirmedCall,
    context: ServerContext,
  ) => Promise<CallToolResult | InputRequiredResult | undefined>;
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
  const ask = async (call: ConfirmedCall, context: ServerContext): Promise<InputRequiredResult> =>
    inputRequired({
      inputRequests: {
        confirm: inputRequired.elicit({
          message: toMessage(call),
          requestedSchema: { type: "object", properties: {} },
        }),
      },
      requestState: await codec.mint({ id: randomUUID(), digest: digestOf(call) }, context),
    });
  return {
    verify: (state, context) => codec.verify(state, context),
    require: async (call, context) => {
      const state = context.mcpReq.requestState<ConfirmationState>();
      if (state === undefined) return canAsk(context) ? await ask(call, context) : refuse(call, context);
      if (state.digest !== digestOf(call))
        throw new PlatformError("forbidden", "The confirmation is for another call.");
      const { granted } = await rateLimiter.take(usePolicy, state.id);
      if (!granted) throw new PlatformError("forbidden", "The confirmation was used before.");
      const response = inputResponse(context.mcpReq.inputResponses, "confirm");
      const hasAgreed = response.kind === "elicit" && response.action === "accept";
      return hasAgreed ? undefined : toToolFailure("The user declined the call.");
    },
  };
}

function capabilitiesOf({ mcpReq }: ServerContext): unknown {
  return Reflect.get(Object(mcpReq.envelope), CLIENT_CAPABILITIES_META_KEY);
}

function canAsk(context: ServerContext): boolean {
  return Reflect.get(Object(capabilitiesOf(context)), "elicitation") !== undefined;
}

/** Refuses a call of a client that can't ask. Source: SEP-2575. */
function refuse({ tool }: ConfirmedCall, context: ServerContext): CallToolResult {
  const reason = `${tool} changes data, so the user must confirm each call. This client can't ask for confirmation: it needs protocol 2026-07-28 and elicitation.`;
  // Earlier protocols don't have this error.
  if (capabilitiesOf(context) === undefined) return toToolFailure(reason);
  throw new MissingRequiredClientCapabilityError(
    { requiredCapabilities: { elicitation: { form: {} } } },
    toPlainLine(reason),
  );
}

function toMessage({ question, arguments: input }: ConfirmedCall): string {
  const text = toPlainLine(JSON.stringify(input));
  const shown =
    text.length > maxShownArguments
      ? `${text.slice(0, maxShownArguments)}… (${text.length} characters)`
      : text;
  return `${question} It can change data. Arguments: ${shown}`;
}

function digestOf({ principal, tool, arguments: input }: ConfirmedCall): string {
  return createHash("sha256")
    .update(JSON.stringify([principal, tool, input]))
    .digest("base64url");
}
