import type { ApiError } from "@plugboard/api/client";
import type { Problem, RequestProblem } from "@plugboard/api/contract";

/** The detail keywords of errors. Source: RFC 7644, section 3.12. */
export type ScimType =
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "mutability"
  | "noTarget"
  | "uniqueness";

/** An error of the SCIM protocol. */
export class ScimError extends Error {
  override readonly name = "ScimError";
  readonly status: number;
  readonly scimType: ScimType | undefined;

  constructor(status: number, scimType: ScimType | undefined, message: string) {
    super(message);
    this.status = status;
    this.scimType = scimType;
  }
}

/** Fields that are unique within an organization. */
const uniqueFields: ReadonlySet<string> = new Set(["userName", "emails", "displayName"]);

/** The parts of a problem that an error response shows. */
type ShownProblem = Pick<Problem, "code" | "detail" | "problems" | "status">;

/** Returns the response for a failed call of the API. */
export function toApiErrorResponse({
  code,
  message,
  status = 500,
  problems,
  retryAfterSeconds,
}: ApiError): Response {
  // An id that no path can contain.
  if (code === "invalid_parameter") return respond(404, undefined, message);
  const response = respond(status, scimTypeOf(code, problems), message);
  if (retryAfterSeconds !== undefined) response.headers.set("retry-after", String(retryAfterSeconds));
  return response;
}

/** Returns the response for a problem. */
export function toProblemResponse(
  { code, detail, problems = [], status }: ShownProblem,
  retryAfter: string | null,
): Response {
  const response = respond(status, scimTypeOf(code, problems), detail);
  if (retryAfter !== null) response.headers.set("retry-after", retryAfter);
  if (code === "unauthorized") response.headers.set("www-authenticate", "Bearer");
  return response;
}

/** Returns the response for an error of the protocol. */
export function toScimErrorResponse({ status, scimType, message }: ScimError): Response {
  return respond(status, scimType, message);
}

// Source: RFC 7644, section 3.12.
function respond(status: number, scimType: ScimType | undefined, detail: string): Response {
  const body = { schemas: [errorSchema], status: String(status), scimType, detail };
  return new Response(JSON.stringify(body), { status, headers: { "content-type": scimContentType } });
}

function scimTypeOf(code: string, problems: readonly RequestProblem[]): ScimType | undefined {
  if (code === "conflict" && problems.some(({ path }) => uniqueFields.has(path))) return "uniqueness";
  if (code !== "invalid_request") return undefined;
  return problems.length === 0 ? "invalidSyntax" : "invalidValue";
}

const errorSchema = "urn:ietf:params:scim:api:messages:2.0:Error";

/** The media type of requests and responses. Source: RFC 7644, section 8.1. */
export const scimContentType = "application/scim+json";
