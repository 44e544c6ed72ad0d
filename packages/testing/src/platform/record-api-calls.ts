import type { AnyOperation } from "@plugboard/api/contract";
import type { Service } from "./test-platform-options.ts";
import { testUrls } from "./test-ids.ts";

/** An API call of the integration with its response. */
export interface ApiCall {
  /** The operation ID, such as `getSpace`, or the method and path if the API has no such operation. */
  readonly operation: string;
  readonly method: string;
  /** The path parameters. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** The request's JSON, if any. */
  readonly body: unknown;
  readonly status: number;
  /** The response's JSON, if any. */
  readonly response: unknown;
}

/** Forwards calls of operations and reports them with their responses. */
export function recordApiCalls(
  api: Service,
  operations: readonly AnyOperation[],
  onCall: (call: ApiCall, token: string) => void,
): Service {
  return async (request) => {
    const { method } = request;
    const { pathname, searchParams } = new URL(request.url);
    const sent = await request.clone().text();
    const response = await api(request);
    const received = await response.clone().text();
    const path = pathname.slice(new URL(testUrls.api).pathname.length);
    const operation = findOperation(operations, method, path);
    const call = {
      operation: operation?.id ?? `${method} ${path}`,
      method,
      params: operation?.params ?? {},
      query: Object.fromEntries(searchParams),
      body: parseJson(sent),
      status: response.status,
      response: parseJson(received),
    };
    onCall(call, request.headers.get("authorization") ?? "");
    return response;
  };
}

function findOperation(
  operations: readonly AnyOperation[],
  method: string,
  path: string,
): { id: string; params: Record<string, string> } | undefined {
  const parts = path.split("/");
  const segmentsOf = (template: string) => template.split("/");
  const fits = (segments: readonly string[]) =>
    segments.length === parts.length &&
    segments.every((segment, index) => segment.startsWith("{") || segment === parts[index]);
  const match = operations.find((each) => each.method === method && fits(segmentsOf(each.path)));
  if (match === undefined) return undefined;
  const params = segmentsOf(match.path).flatMap((segment, index) =>
    segment.startsWith("{") ? [[segment.slice(1, -1), decodeURIComponent(parts[index] ?? "")] as const] : [],
  );
  return { id: match.id, params: Object.fromEntries(params) };
}

function parseJson(text: string): unknown {
  try {
    return text === "" ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
