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
import { errorFromFailure, errorFromResponse } from "./response-error.ts";
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
   * answer came or the platform was briefly unable; any call is tried again after 429.
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

// What every typed call is underneath.
interface AnyRequest extends ApiRequestOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
}

/** Makes a client of the platform's HTTP API. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { endpoint, token, wait = waitByTimer, fetch = globalThis.fetch } = options;

  async function attempt(method: string, url: string, init: RequestInit): Promise<Response> {
    const response = await fetch(url, init).catch((cause: unknown) => {
      throw errorFromFailure(`${method} ${url}`, cause);
    });
    if (!response.ok) throw await errorFromResponse(`${method} ${url}`, response);
    return response;
  }

  async function send(method: string, path: string, request: AnyRequest = {}): Promise<unknown> {
    if (token === undefined) throw new ApiError("no_token", noToken(method, path));
    const url = `${endpoint}${fillPath(path, request.params)}${toQuery(request.query)}`;
    const init = toRequestInit(method, token, request);
    for (let tries = 1; ; tries += 1) {
      try {
        return await readJson(url, await attempt(method, url, init));
      } catch (error) {
        const delay = retryDelay(error, { tries, method, idempotent: request.idempotencyKey !== undefined });
        if (delay === undefined) throw error;
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
  if (request.signal !== undefined) init.signal = request.signal;
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

async function readJson(url: string, response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch (cause) {
    throw new ApiError("bad_response", `${url} answered ${response.status} with a body that is not JSON`, {
      status: response.status,
      cause,
    });
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
