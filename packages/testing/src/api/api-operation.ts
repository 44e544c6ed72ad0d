import type { Scope } from "@plugboard/api";
import type { ErrorCode } from "@plugboard/api/client";
import type * as z from "zod";

/** What a call of the platform's API brings. */
export interface ApiCallInput<Body> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Body;
  /** The version that `If-Match` names. */
  readonly ifMatch: string | undefined;
}

/** One call of the platform's API: what it needs and what it answers. */
export interface ApiOperation<Answer> {
  /** The scope the manifest must name for it. */
  readonly scope: Scope | undefined;
  /** @throws ApiFailure */
  readonly run: (input: ApiCallInput<unknown>) => Answer | Promise<Answer>;
}

/** A refusal of the platform's API. */
export class ApiFailure extends Error {
  override readonly name = "ApiFailure";
  readonly status: number;
  readonly code: ErrorCode;
  readonly path: string | undefined;

  constructor(status: number, code: ErrorCode, message: string, path?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.path = path;
  }
}

/** An operation without a body. */
export function defineRead<Answer>(
  scope: Scope | undefined,
  run: (input: ApiCallInput<unknown>) => Answer | Promise<Answer>,
): ApiOperation<Answer> {
  return { scope, run };
}

/** An operation whose body is checked first. */
export function defineWrite<Body, Answer>(
  scope: Scope | undefined,
  schema: z.ZodType<Body>,
  run: (input: ApiCallInput<Body>) => Answer | Promise<Answer>,
): ApiOperation<Answer> {
  return {
    scope,
    run: (input) => {
      const parsed = schema.safeParse(input.body);
      if (parsed.success) return run({ ...input, body: parsed.data });
      const [issue] = parsed.error.issues;
      const path = issue?.path.join(".") ?? "";
      throw new ApiFailure(400, "invalid_request", `${path}: ${issue?.message}`, path);
    },
  };
}

/** Whether a call names the thing there is; there is one organization, installation, space and site. */
export function requireName(given: string | undefined, known: string, kind: string): void {
  if (given !== known) throw new ApiFailure(404, "not_found", `There is no ${kind} ${given}.`);
}

/** Operations by their path and method. */
export type ApiOperations = Readonly<Record<string, Readonly<Record<string, ApiOperation<unknown>>>>>;

/** Sends a delivery to its target, once, and remembers how it went. */
export type Deliver = (deliveryId: string) => Promise<void>;
