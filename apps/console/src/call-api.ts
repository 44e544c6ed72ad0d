import type { Problem as ApiProblem } from "@plugboard/api/client";

/** One wrong part of a request. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** The platform refused a call; the message is for people. */
export class CallError extends Error {
  override readonly name = "CallError";
  readonly status: number;
  readonly problems: readonly Problem[];

  constructor(status: number, message: string, problems: readonly Problem[]) {
    super(message);
    this.status = status;
    this.problems = problems;
  }
}

/** A list as the HTTP API answers it. */
export interface List<Item> {
  readonly items: readonly Item[];
  readonly next?: string;
}

/** Calls the platform's HTTP API with the session of this browser. @throws CallError */
export async function callApi<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(path, {
    method,
    ...(body !== undefined && {
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    }),
  }).catch(() => {
    throw new CallError(0, "The server does not answer. Is it running?", []);
  });
  if (response.status === 204) return JSON.parse("null");
  if (response.ok) return await response.json();
  throw await toCallError(response);
}

async function toCallError(response: Response): Promise<CallError> {
  const problem: ApiProblem | undefined = await response.json().catch(() => undefined);
  const message = problem?.detail ?? `The server responded with ${response.status}.`;
  return new CallError(response.status, message, problem?.problems ?? []);
}
