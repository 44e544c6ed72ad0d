import { ApiError } from "@plugboard/api/client";
import { type CallOperation, fillPath, listFields } from "@plugboard/api/server";
import type { Principal } from "../access/principal.ts";
import { PlatformError } from "../common/platform-error.ts";
import { type OnError, toProblem } from "../http/problem-response.ts";
import { parseJsonBody, tooLarge } from "../http/read-body.ts";
import type { OperationRequest, RequestFacts, RunOperation } from "./serve-operations.ts";

/** The caller of operations in this process. */
interface LocalCaller extends RequestFacts {
  readonly caller: Principal;
  readonly onError: OnError;
}

/**
 * Creates the function that calls operations in this process as if over HTTP: with the same checks, errors and
 * JSON values. Failed calls are not repeated.
 */
export function createLocalCall(
  operations: ReadonlyMap<string, RunOperation>,
  { caller, onError, address }: LocalCaller,
): CallOperation {
  return async ({ method, path }, request = {}) => {
    const { params = {}, query = {}, body, signal } = request;
    // Checks the parameters.
    const url = fillPath(path, params);
    const headers: Readonly<Record<string, string | undefined>> = {
      "idempotency-key": request.idempotencyKey,
      "if-match": request.ifMatch === undefined ? undefined : `"${request.ifMatch}"`,
      "if-none-match": request.ifNoneMatch,
    };
    const run = operations.get(`${method} ${path}`);
    const operationRequest: OperationRequest = {
      params,
      query: Object.fromEntries(new URLSearchParams(listFields(query))),
      address,
      readHeader: (name) => headers[name],
      readBody: async (maxBytes) => await copyJson(body ?? {}, maxBytes),
    };
    try {
      signal?.throwIfAborted();
      if (run === undefined) throw new PlatformError("not_found", `No resource exists at ${method} ${path}.`);
      const result = await run(operationRequest, caller);
      return result === undefined ? undefined : JSON.parse(JSON.stringify(result));
    } catch (error) {
      if (signal?.aborted === true)
        throw new ApiError("aborted", `${method} ${path} was aborted`, { cause: error });
      throw toApiError(error, { method, path: url }, onError);
    }
  };
}

async function copyJson(value: object, maxBytes: number): Promise<unknown> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes);
  return await parseJsonBody(bytes);
}

function toApiError(error: unknown, request: Parameters<OnError>[1], onError: OnError): ApiError {
  const { code, detail, status, problems } = toProblem(error);
  if (status >= 500) onError(error, request);
  const retryAfterSeconds = error instanceof PlatformError ? error.rateLimit?.retryAfterSeconds : undefined;
  return new ApiError(code, detail, { status, problems, retryAfterSeconds });
}
