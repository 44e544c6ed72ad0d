import type { Problem } from "@plugboard/api/client";
import type { PlatformState } from "../platform/platform-state.ts";
import { testURLs } from "../platform/test-ids.ts";
import { ApiFailure, type ApiOperation, type ApiOperations } from "./api-operation.ts";

/** A call the integration made, and what the platform answered. */
export interface ApiCall {
  readonly method: string;
  /** Below the API's base, as in `/installations/installation_1`. */
  readonly path: string;
  /** The JSON it sent, if any. */
  readonly body: unknown;
  /** Which of the environment's tokens it used. */
  readonly token: "integration" | "installation" | undefined;
  readonly status: number;
  /** The JSON it got, if any. */
  readonly answer: unknown;
}

/** Answers one request to the platform's API and tells what happened. */
export async function answerApiCall(
  state: PlatformState,
  operations: ApiOperations,
  request: Request,
): Promise<{ readonly call: ApiCall; readonly response: Response }> {
  const url = new URL(request.url);
  const path = url.pathname.slice(new URL(testURLs.api).pathname.length);
  const token = findToken(state, request);
  const text = await request.text();
  const body = text === "" ? undefined : parseJson(text);
  const ifMatch = request.headers.get("if-match")?.replaceAll('"', "");
  const { status, answer } = await run(async () => {
    if (token === undefined)
      throw new ApiFailure(401, "unauthorized", "The token is none of the environment's.");
    const { operation, params } = findOperation(operations, request.method, path);
    checkScope(state, operation);
    return operation.run({ params, query: url.searchParams, body, ifMatch });
  });
  const call = { method: request.method, path, body, token, status, answer };
  const response =
    answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer, { status });
  return { call, response };
}

async function run(operation: () => unknown): Promise<{ readonly status: number; readonly answer: unknown }> {
  try {
    return { status: 200, answer: await operation() };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const { status, code, message, path } = error;
    const problems = path === undefined ? undefined : [{ path, message }];
    const answer: Problem = { type: "about:blank", title: code, status, detail: message, code, problems };
    return { status, answer };
  }
}

function findToken({ apiTokens }: PlatformState, request: Request): ApiCall["token"] {
  const given = request.headers.get("authorization");
  if (given === `Bearer ${apiTokens.installation}`) return "installation";
  return given === `Bearer ${apiTokens.integration}` ? "integration" : undefined;
}

interface FoundOperation {
  readonly operation: ApiOperation<unknown>;
  readonly params: Readonly<Record<string, string>>;
}

function findOperation(operations: ApiOperations, method: string, path: string): FoundOperation {
  for (const [template, methods] of Object.entries(operations)) {
    const params = matchPath(template, path);
    const operation = Object.entries(methods).find(([name]) => name === method)?.[1];
    if (params !== undefined && operation !== undefined) return { operation, params };
  }
  throw new ApiFailure(404, "not_found", `The API has no ${method} ${path}.`);
}

/** The parameters of a path that fits a template such as `/spaces/{spaceId}`. */
function matchPath(template: string, path: string): Readonly<Record<string, string>> | undefined {
  const [expected, given] = [template.split("/"), path.split("/")];
  if (expected.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, segment] of expected.entries()) {
    const value = given[index] ?? "";
    if (segment.startsWith("{")) params[segment.slice(1, -1)] = decodeURIComponent(value);
    else if (segment !== value) return undefined;
  }
  return params;
}

function checkScope({ manifest }: PlatformState, { scope }: ApiOperation<unknown>): void {
  if (scope === undefined || manifest.scopes.includes(scope)) return;
  throw new ApiFailure(403, "forbidden", `The manifest does not name the scope ${scope}.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiFailure(400, "invalid_request", "The body is not JSON.");
  }
}
