import { ApiError } from "../api-error.ts";
import type {
  ApiListItem,
  ApiListPath,
  ApiMethod,
  ApiPath,
  ApiRequestArguments,
  ApiRequestOptions,
  ApiResponse,
} from "./api-request.ts";
import type { Page } from "./api-paths.ts";
import { fillPath } from "./fill-path.ts";
import { hasFields } from "./has-fields.ts";
import { readResponse } from "./read-response.ts";
import { retryDelay } from "./retry-delay.ts";

/** How to reach the platform's HTTP API. */
export interface ApiClientOptions {
  /** Base URL of the API, the environment's `apiEndpoint`. */
  readonly endpoint: string;
  /** Bearer token. A client without one fails each call with the code `no_token`. */
  readonly token: string | undefined;
  /** Makes the requests; the global `fetch` when left out. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Waits before a call is tried again, no longer than until the call's signal aborts; a timer when left out. */
  readonly wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
}

/** The platform's HTTP API, typed by path. */
export interface ApiClient {
  /**
   * Makes one call. `GET`, `PUT`, `DELETE` and calls with an `idempotencyKey` are tried up to three times when no
   * answer came within eight seconds or the platform was briefly unable; any call is tried again after 429.
   *
   * @throws {ApiError} with the platform's `code` and `status`, or with one of this package's own codes.
   */
  request<Method extends ApiMethod, Path extends ApiPath<Method>>(
    method: Method,
    path: Path,
    ...rest: ApiRequestArguments<Method, Path>
  ): Promise<ApiResponse<Method, Path>>;
  /** Goes through a list item by item and reads its pages as they are needed. */
  list<Path extends ApiListPath>(
    path: Path,
    ...rest: ApiRequestArguments<"GET", Path>
  ): AsyncGenerator<ApiListItem<Path>, void>;
}

// Longer than the platform takes for any call, shorter than it waits for an integration.
const deadlineMilliseconds = 8000;

const withoutToken = "The event is about no installation: use the integration's client";
// The methods that RFC 9110 calls idempotent.
const repeatableMethods: readonly string[] = ["GET", "PUT", "DELETE"];

// What every typed call is underneath.
interface AnyRequest extends ApiRequestOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** Makes a client of the platform's HTTP API. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { endpoint, token, wait = waitByTimer, fetch = globalThis.fetch } = options;

  // A failure is returned, because it may not be the last word.
  async function attempt(
    call: string,
    url: string,
    init: RequestInit,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const deadline = AbortSignal.timeout(deadlineMilliseconds);
    try {
      const either = signal ? AbortSignal.any([deadline, signal]) : deadline;
      const answer = await fetch(url, { ...init, signal: either });
      return readResponse(call, answer, await answer.text());
    } catch (cause) {
      // Whoever aborts may give a reason of their own, so the cause does not tell.
      const ownCode = deadline.aborted ? "timeout" : "network";
      const code = signal?.aborted ? "aborted" : ownCode;
      return new ApiError(code, `${call} got no answer: ${String(cause)}`, { cause });
    }
  }

  function request<Method extends ApiMethod, Path extends ApiPath<Method>>(
    method: Method,
    path: Path,
    ...rest: ApiRequestArguments<Method, Path>
  ): Promise<ApiResponse<Method, Path>>;
  function request(method: string, path: string, init?: AnyRequest): Promise<unknown>;
  async function request(method: string, path: string, init: AnyRequest = {}): Promise<unknown> {
    const call = `${method} ${path}`;
    if (token === undefined) throw new ApiError("no_token", `${call} has no token. ${withoutToken}`);
    const { params, query = {}, body, signal, idempotencyKey } = init;
    const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined));
    const url = `${endpoint}${fillPath(path, params)}${search.size > 0 ? "?" : ""}${search.toString()}`;
    const headers = {
      authorization: `Bearer ${token}`,
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      ...(body !== undefined && { "content-type": "application/json" }),
    };
    // Redirects are never followed: the token is for this API alone.
    const sent: RequestInit = { method, headers, redirect: "manual", body: JSON.stringify(body) };
    const isRepeatable = idempotencyKey !== undefined || repeatableMethods.includes(method);
    for (let tries = 1; ; tries += 1) {
      const outcome = await attempt(call, url, sent, signal);
      if (!(outcome instanceof ApiError)) return outcome;
      const delay = retryDelay(outcome, tries, isRepeatable);
      if (delay === undefined || signal?.aborted) throw outcome;
      await wait(delay, signal);
    }
  }

  function list<Path extends ApiListPath>(
    path: Path,
    ...rest: ApiRequestArguments<"GET", Path>
  ): AsyncGenerator<ApiListItem<Path>, void>;
  async function* list(path: string, init: AnyRequest = {}): AsyncGenerator<unknown, void> {
    let { query } = init;
    for (;;) {
      const page = await request("GET", path, { ...init, query });
      if (!isPage(page)) throw new ApiError("bad_response", `GET ${path} did not answer a list`);
      yield* page.items;
      if (page.next === undefined) return;
      query = { ...query, cursor: page.next };
    }
  }

  return { request, list };
}

function isPage(value: unknown): value is Page<unknown> {
  return hasFields(value) && Array.isArray(value["items"]);
}

function waitByTimer(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
  });
}
