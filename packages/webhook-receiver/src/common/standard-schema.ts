import { WebhookReceiverError } from "./webhook-receiver-error.ts";

/** A schema that implements Standard Schema, for example from zod, valibot or arktype. */
export interface StandardSchema<Output> {
  readonly "~standard": {
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
  };
}

/** The result of a {@link StandardSchema}: a value or issues. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** A validation issue and its path. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** Validates a payload. @throws {WebhookReceiverError} `event_invalid`, with the path of each issue */
export async function validateStandard<Output>(
  schema: StandardSchema<Output>,
  payload: unknown,
  what: string,
): Promise<Output> {
  const result = await schema["~standard"].validate(payload);
  if (result.issues === undefined) return result.value;
  throw invalidEvent(what, result.issues);
}

/** Returns the error for a payload that doesn't match its schema, with the path of each issue. */
export function invalidEvent(what: string, issues: readonly StandardIssue[]): WebhookReceiverError {
  const descriptions = issues.map((issue) => {
    const keys = (issue.path ?? []).map((key) => String(typeof key === "object" ? key.key : key));
    return `${keys.join(".") || "its root"}: ${messageOf(issue)}`;
  });
  return new WebhookReceiverError("event_invalid", `${what} is not valid at ${descriptions.join("; ")}`);
}

/** The fields of issues of zod, by their code. */
interface ZodFields {
  readonly expected?: string;
  readonly values?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  /** The kinds of a discriminated union. */
  readonly options?: readonly unknown[];
  /** The issues of each alternative of a union. */
  readonly errors?: readonly (readonly ZodFields[])[];
}

/** zod/mini only writes "Invalid input" without its messages, which would add 3 kB to bundles. */
function messageOf(issue: StandardIssue & ZodFields): string {
  const { message } = issue;
  const expected = message === "Invalid input" ? expectedBy(issue) : undefined;
  return expected === undefined ? message : `${message}: expected ${expected}`;
}

function expectedBy(issue: ZodFields): string | undefined {
  const { expected, format, minimum, maximum, options, values = options, errors = [] } = issue;
  if (minimum !== undefined) return `at least ${minimum}`;
  if (maximum !== undefined) return `at most ${maximum}`;
  const alternatives =
    values?.map((value) => JSON.stringify(value)) ??
    errors.flatMap(([first]) => (first && expectedBy(first)) ?? []);
  return expected ?? format ?? (alternatives.length > 0 ? alternatives.join(" or ") : undefined);
}
