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
import { errorFromAnswer, errorFromFailure } from "./response-error.ts";
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
const json = "application/json";

// What every typed call is underneath.
interface AnyRequest extends ApiRequestOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
}

/** Makes a client of the platform's HTTP API. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { endpoint, token, wait = waitByTimer, fetch = globalThis.fetch } = options;

  async function attempt(call: string, url: string, init: RequestInit): Promise<unknown> {
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(url, init);
      text = await answer.text();
    } catch (cause) {
      throw errorFromFailure(call, cause, init.signal?.aborted);
    }
    const body = parseJson(text);
    const isWhole = body !== undefined || text === "";
    if (answer.ok && isWhole) return body;
    throw errorFromAnswer(call, answer, body);
  }

  async function send(method: string, path: string, request: AnyRequest = {}): Promise<unknown> {
    const call = `${method} ${path}`;
    if (token === undefined) throw noToken(call);
    const { params, query, signal, idempotencyKey } = request;
    const url = `${endpoint}${fillPath(path, params)}${toQuery(query)}`;
    const init = toRequestInit(method, token, request);
    const idempotent = idempotencyKey !== undefined;
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(call, url, { ...init, signal: withDeadline(signal) });
      } catch (error) {
        const delay = retryDelay(error, { tries, method, idempotent });
        if (delay === undefined || signal?.aborted === true) throw error;
        await wait(delay, signal);
      }
    }
  }

  function request<Method extends ApiMethod, Path extends ApiPath<Method>>(
    method: Method,
    path: Path,
    ...rest: ApiRequestArguments<Method, Path>
  ): Promise<ApiResponse<Method, Path>>;
  function request(method: string, path: string, init?: AnyRequest): Promise<unknown> {
    return send(method, path, init);
  }

  function list<Path extends ApiListPath>(
    path: Path,
    ...rest: ApiRequestArguments<"GET", Path>
  ): AsyncGenerator<ApiListItem<Path>, void>;
  async function* list(path: string, init: AnyRequest = {}): AsyncGenerator<unknown, void> {
    let query: object = init.query ?? {};
    for (;;) {
      const page = await send("GET", path, { ...init, query });
      if (!isPage(page)) throw new ApiError("bad_response", `GET ${path} did not answer a list of items`);
      yield* page.items;
      if (page.next === undefined) return;
      query = { ...query, cursor: page.next };
    }
  }

  return { request, list };
}

function toRequestInit(method: string, token: string, { idempotencyKey, body }: AnyRequest): RequestInit {
  const hasBody = body !== undefined;
  return {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      accept: json,
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
      ...(hasBody && { "content-type": json }),
    },
    // Never followed: the token is for this API alone.
    redirect: "manual",
    ...(hasBody && { body: JSON.stringify(body) }),
  };
}

function withDeadline(signal: AbortSignal | undefined): AbortSignal {
  const deadline = AbortSignal.timeout(deadlineMilliseconds);
  return signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
}

function toQuery(query: object = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? "" : `?${search.toString()}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isPage(value: unknown): value is Page<unknown> {
  return hasFields(value) && Array.isArray(value["items"]);
}

function noToken(call: string): ApiError {
  const message = `${call} needs a token, and this client has none: the event is not about an installation. Use the integration's client`;
  return new ApiError("no_token", message);
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
