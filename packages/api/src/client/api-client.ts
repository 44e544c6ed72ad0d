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
import { errorFromAnswer, errorFromFailure } from "./response-error.ts";
import { retryDelay } from "./retry-delay.ts";

/** How to reach the platform's HTTP API. */
export interface ApiClientOptions {
  /** Base URL of the API, the environment's `apiEndpoint`. */
  readonly endpoint: string;
  /** Bearer token. A client without one fails each call with the code `no_token`. */
  readonly token: string | undefined;
  /** Makes the requests; the global `fetch` when left out. */
  readonly fetch?: typeof globalThis.fetch;
  /** Waits before a call is tried again; a timer when left out. */
  readonly wait?: (milliseconds: number) => Promise<void>;
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

// What every typed call is underneath.
interface AnyRequest extends ApiRequestOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
}

/** Makes a client of the platform's HTTP API. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { endpoint, token, wait = waitByTimer, fetch = globalThis.fetch } = options;

  async function attempt(
    call: string,
    url: string,
    init: RequestInit,
    signals: AbortSignal[],
  ): Promise<unknown> {
    const signal = AbortSignal.any([AbortSignal.timeout(deadlineMilliseconds), ...signals]);
    const answer = await fetch(url, { ...init, signal })
      .then(async (response) => ({ response, text: await response.text() }))
      .catch((cause: unknown) => {
        throw errorFromFailure(call, cause);
      });
    const body = parseJson(answer.text);
    if (!answer.response.ok) throw errorFromAnswer(call, answer.response, body);
    if (body !== undefined || answer.text === "") return body;
    const { status } = answer.response;
    throw new ApiError("bad_response", `${call} answered ${status} with a body that is not JSON`, { status });
  }

  async function send(method: string, path: string, request: AnyRequest = {}): Promise<unknown> {
    if (token === undefined) throw new ApiError("no_token", noToken(method, path));
    const url = `${endpoint}${fillPath(path, request.params)}${toQuery(request.query)}`;
    const init = toRequestInit(method, token, request);
    const idempotent = request.idempotencyKey !== undefined;
    const signals = request.signal === undefined ? [] : [request.signal];
    for (let tries = 1; ; tries += 1) {
      try {
        return await attempt(`${method} ${path}`, url, init, signals);
      } catch (error) {
        const delay = retryDelay(error, { tries, method, idempotent });
        if (delay === undefined || request.signal?.aborted === true) throw error;
        await wait(delay);
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

function toRequestInit(method: string, token: string, request: AnyRequest): RequestInit {
  const headers: Record<string, string> = { authorization: `Bearer ${token}`, accept: "application/json" };
  if (request.idempotencyKey !== undefined) headers["idempotency-key"] = request.idempotencyKey;
  // A redirect is never followed: the token is for this API alone.
  const init: RequestInit = { method, headers, redirect: "manual" };
  if (request.body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(request.body);
  }
  return init;
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
  return typeof value === "object" && value !== null && "items" in value && Array.isArray(value.items);
}

function noToken(method: string, path: string): string {
  return `${method} ${path} needs a token, and this client has none: the event is not about an installation. Use the integration's client`;
}

function waitByTimer(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
