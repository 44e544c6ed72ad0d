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
  const issues = result.issues.map(({ message, path = [] }) => {
    const keys = path.map((key) => String(typeof key === "object" ? key.key : key));
    return `${keys.join(".") || "its root"}: ${message}`;
  });
  throw new WebhookReceiverError("event_invalid", `${what} is not valid at ${issues.join("; ")}`);
}
