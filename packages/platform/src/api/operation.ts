import * as z from "zod";
import type { Principal } from "../access/principal.ts";
import { PlatformError } from "../common/platform-error.ts";

interface OperationPlace {
  readonly method: "get" | "post" | "put" | "patch" | "delete";
  /** Below the API's base, with `{name}` for parameters. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  /** Status of a success; 200 when left out, 204 where there is no response. */
  readonly status?: 200 | 201 | 202 | 204;
}

/** What an operation knows of its caller. */
export interface Caller {
  readonly principal: Principal;
  /** The caller's name for this one call: the same key again leads to nothing new. */
  readonly idempotencyKey?: string;
}

/** One call of the HTTP API: its place in the OpenAPI document and what it does. */
interface OperationDefinition<Shape extends z.ZodRawShape, Response> extends OperationPlace {
  /** Schemas of `params`, `query` and `body`, as far as the operation has them. */
  readonly input: Shape;
  readonly response?: z.ZodType<Response>;
  readonly handle: (
    input: z.output<z.ZodObject<Shape>>,
    principal: Principal,
    caller: Caller,
  ) => Promise<Response>;
}

/** An operation that takes its input unparsed. */
export interface Operation extends OperationPlace {
  readonly input: z.ZodRawShape;
  readonly response?: z.ZodType;
  /** @throws PlatformError `invalid_request` naming each part of the input that is wrong */
  readonly run: (input: unknown, caller: Caller) => Promise<unknown>;
}

/** Ties a handler to the schemas of its input, so that a list of operations needs no type arguments. */
export function defineOperation<Shape extends z.ZodRawShape, Response>(
  definition: OperationDefinition<Shape, Response>,
): Operation {
  const { handle, ...rest } = definition;
  const schema = z.object(definition.input);
  return {
    ...rest,
    run: async (input, caller) => {
      const parsed = schema.safeParse(input);
      if (parsed.success) return await handle(parsed.data, caller.principal, caller);
      const problems = parsed.error.issues.map(({ path: [part, ...within], message }) => ({
        path: within.length === 0 ? String(part) : within.join("."),
        message,
      }));
      throw new PlatformError("invalid_request", describeProblems(problems), problems);
    },
  };
}

function describeProblems(problems: readonly { readonly path: string; readonly message: string }[]): string {
  return `The request is wrong: ${problems.map(({ path, message }) => `${path}: ${message}`).join("; ")}.`;
}
