import type { Scope } from "@plugboard/api";
import type { ApiPaths } from "@plugboard/api/client";
import type * as z from "zod";

/** What a call of the platform's API brings. */
export interface ApiCallInput<Body> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: Body;
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
  readonly code: string;
  readonly path: string | undefined;

  constructor(status: number, code: string, message: string, path?: string) {
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

type ResponseOf<Call> = Call extends { readonly response: infer Answer } ? Answer : never;

/** An operation for each call the API client can make; a call that is missing does not compile. */
export type ApiOperations = {
  readonly [Path in keyof ApiPaths]: {
    readonly [Method in keyof ApiPaths[Path]]: ApiOperation<ResponseOf<ApiPaths[Path][Method]>>;
  };
};

/** The operations of some of the paths. */
export type SomeApiOperations<Path extends keyof ApiPaths> = Pick<ApiOperations, Path>;

/** Sends a delivery to its target, once, and remembers how it went. */
export type Deliver = (deliveryId: string) => Promise<void>;
