import {
  CLIENT_CAPABILITIES_META_KEY,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { ApiError } from "@plugboard/api/client";
import { limits } from "@plugboard/api/contract";
import type { ServerClient } from "@plugboard/api/server";
import { PlatformError } from "@plugboard/platform";
import * as z from "zod";

/** The identifier of the Events extension (SEP-3415). */
const eventsExtension = "io.modelcontextprotocol/events";

/** The capabilities of a server with events: those of the extension, and those that ChatGPT reads. */
export const eventCapabilities = { events: {}, extensions: { [eventsExtension]: {} } };

/** The caller's access to events. */
export interface AgentEventOptions {
  /** The API, called with the caller's permissions. */
  readonly operations: Pick<
    ServerClient,
    "listAgentEvents" | "subscribeAgent" | "unsubscribeAgent" | "pollAgentEvents"
  >;
  readonly organizationId: string;
  /** Limits the events to those of one installation. */
  readonly installationId?: string | undefined;
  /** Called when the caller can't receive events. */
  readonly onRefused: () => void;
}

const text = z.string();
const input = z.record(z.string(), z.json()).optional();
const whole = z.int().min(0).nullish();
const key = { name: text, arguments: input };
const listSchema = z.looseObject({ cursor: text.nullish() }).optional();
const subscribeSchema = z.looseObject({
  ...key,
  delivery: z.looseObject({ mode: text, url: text, secret: text }),
  cursor: text.nullish(),
  maxAgeMs: whole,
  ttlMs: whole,
});
const unsubscribeSchema = z.looseObject({ ...key, delivery: z.looseObject({ url: text }) });
const pollSchema = z.looseObject({
  ...key,
  cursor: text.nullish(),
  maxAgeMs: whole,
  maxEvents: z.int().min(1).optional(),
});

/** Adds the methods of the Events extension to a server. */
export function addAgentEvents(
  { server }: McpServer,
  { operations, organizationId, installationId, onRefused }: AgentEventOptions,
): void {
  const common = { organizationId, installationId };
  const respond = async <Result extends object>(
    context: ServerContext,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      if (isRefusal(error)) onRefused();
      throw toProtocolError(error, context);
    }
  };

  server.setRequestHandler("events/list", { params: listSchema }, async (params, context) =>
    respond(context, async () => {
      const { items, next } = await operations.listAgentEvents({
        ...common,
        cursor: params?.cursor ?? undefined,
        limit: limits.pageItems,
      });
      const events = items.map(({ name, description, inputSchema, payloadSchema }) => ({
        name,
        description,
        delivery: ["webhook", "poll"],
        inputSchema,
        payloadSchema,
      }));
      return { events, nextCursor: next };
    }),
  );
  server.setRequestHandler("events/subscribe", { params: subscribeSchema }, async (params, context) =>
    respond(context, async () => {
      const { name, arguments: given = {}, delivery, cursor, maxAgeMs, ttlMs } = params;
      if (delivery.mode !== "webhook")
        throw new UnsupportedModeError(`There is no delivery mode ${delivery.mode}.`, delivery.mode);
      const subscribed = await operations.subscribeAgent({
        ...common,
        name,
        arguments: given,
        url: delivery.url,
        secret: delivery.secret,
        cursor,
        maxAgeMs,
        ttlMs,
        receivesControls: declaresEvents(context),
      });
      return { ...subscribed };
    }),
  );
  server.setRequestHandler("events/unsubscribe", { params: unsubscribeSchema }, async (params, context) =>
    respond(context, async () => {
      const { name, arguments: given = {}, delivery } = params;
      await operations.unsubscribeAgent({ ...common, name, arguments: given, url: delivery.url });
      return {};
    }),
  );
  server.setRequestHandler("events/poll", { params: pollSchema }, async (params, context) =>
    respond(context, async () => {
      const { name, arguments: given = {}, cursor, maxAgeMs, maxEvents } = params;
      const polled = await operations.pollAgentEvents({
        ...common,
        name,
        arguments: given,
        cursor,
        maxAgeMs,
        maxEvents: Math.min(maxEvents ?? limits.pageItems, limits.pageItems),
      });
      return { ...polled };
    }),
  );
}

class UnsupportedModeError extends Error {
  override readonly name = "UnsupportedModeError";
  declare readonly mode: string;

  constructor(message: string, mode: string) {
    super(message);
    Object.assign(this, { mode });
  }
}

/** The codes of ChatGPT, and those that the extension requests, which its clients know. */
const eventErrorCodes = {
  NotFound: [-32_011, -32_023],
  Forbidden: [-32_012, -32_024],
  ResourceExhausted: [-32_013, -32_025],
  Unsupported: [-32_014, -32_026],
  CallbackEndpointError: [-32_015, -32_027],
} as const;

interface EventError {
  readonly name: keyof typeof eventErrorCodes;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Converts an error of the API to an error of the protocol. Returns other errors unchanged. */
function toProtocolError(error: unknown, context: ServerContext): unknown {
  if (!(error instanceof ApiError || error instanceof PlatformError || error instanceof UnsupportedModeError))
    return error;
  const known = toEventError(error);
  if (known !== undefined) {
    const [usual, own] = eventErrorCodes[known.name];
    const code = declaresEvents(context) ? own : usual;
    return new ProtocolError(code, `${known.name}: ${error.message}`, known.data);
  }
  const isInvalid =
    "code" in error && (error.code === "invalid_request" || error.code === "payload_too_large");
  return isInvalid ? new ProtocolError(ProtocolErrorCode.InvalidParams, error.message) : error;
}

function toEventError(error: ApiError | PlatformError | UnsupportedModeError): EventError | undefined {
  if (error instanceof UnsupportedModeError)
    return { name: "Unsupported", data: { feature: "deliveryMode", value: error.mode } };
  const [problem] = error.problems ?? [];
  switch (error.code) {
    case "not_found":
      return { name: "NotFound", data: { kind: "event" } };
    case "forbidden":
    case "second_factor_required":
      return { name: "Forbidden", data: {} };
    case "conflict":
      return { name: "ResourceExhausted", data: { limit: problem?.path, max: Number(problem?.message) } };
    case "rate_limited":
      return { name: "ResourceExhausted", data: { limit: "requests" } };
    case "callback_failed":
      return { name: "CallbackEndpointError", data: { reason: problem?.message } };
    default:
      return undefined;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.code === "forbidden";
}

/** Returns whether the client declared the extension. */
function declaresEvents({ mcpReq }: ServerContext): boolean {
  const capabilities: unknown = Reflect.get(Object(mcpReq.envelope), CLIENT_CAPABILITIES_META_KEY);
  const extensions: unknown = Reflect.get(Object(capabilities), "extensions");
  return Reflect.get(Object(extensions), eventsExtension) !== undefined;
}
