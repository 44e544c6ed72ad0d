import { ApiError, createApiClient } from "@plugboard/api/client";
import type { CompatApi } from "./compat-call.ts";
import { compatCalls } from "./compat-calls.ts";

/** The default endpoint of a client. It isn't this platform's: pass the environment's `apiEndpoint`. */
export const GITBOOK_DEFAULT_ENDPOINT = "https://api.gitbook.com";

/** A failed or unsupported call. */
export class GitBookAPIError extends Error {
  override readonly name = "GitBookAPIError";
  /** The HTTP status; 501 for an unsupported call. */
  readonly code: number;
  readonly errorMessage: string;
  readonly response: Response;

  constructor(errorMessage: string, response: Response) {
    super(errorMessage);
    this.errorMessage = errorMessage;
    this.response = response;
    this.code = response.status;
  }
}

/** Settings of a client. */
export interface GitBookAPIOptions {
  readonly endpoint?: string | undefined;
  readonly authToken?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly serviceBinding?: { readonly fetch: typeof fetch } | undefined;
}

type Result = Response & { readonly data: unknown };
type Group = Readonly<Record<string, (...args: unknown[]) => Promise<Result> | AsyncGenerator>>;

const groups = [
  "collections",
  "git",
  "integrations",
  "org",
  "orgs",
  "spaces",
  "subdomains",
  "urls",
  "user",
  "users",
] as const;

/**
 * GitBook's client on this platform's API. Methods keep their names (`integrations.getIntegrationByName`, …) and return a
 * response with `data`; streamed calls return an async iterator. `compatCalls` lists the supported ones.
 */
export class GitBookAPI {
  readonly endpoint: string;
  readonly authToken: string | undefined;
  readonly userAgent: string;
  readonly serviceBinding: GitBookAPIOptions["serviceBinding"];
  readonly #api: CompatApi;
  declare readonly integrations: Group;
  declare readonly spaces: Group;
  declare readonly orgs: Group;
  declare readonly org: Group;
  declare readonly collections: Group;
  declare readonly git: Group;
  declare readonly subdomains: Group;
  declare readonly urls: Group;
  declare readonly user: Group;
  declare readonly users: Group;

  constructor({ endpoint, authToken, userAgent, serviceBinding }: GitBookAPIOptions = {}) {
    this.endpoint = endpoint ?? GITBOOK_DEFAULT_ENDPOINT;
    this.authToken = authToken;
    this.userAgent = userAgent ?? "@plugboard/compat";
    this.serviceBinding = serviceBinding;
    this.#api = {
      ...createApiClient({
        endpoint: this.endpoint,
        token: authToken,
        fetch: serviceBinding && ((url, init) => serviceBinding.fetch(url, init)),
      }),
      token: authToken,
    };
    for (const group of groups)
      Object.defineProperty(this, group, { value: createGroup(this.#api, group), enumerable: true });
  }

  /** Returns a client that acts as one installation. */
  async createInstallationClient(integration: string, installationId: string): Promise<GitBookAPI> {
    const { data } = await callNamed("integrations.createIntegrationInstallationToken", this.#api, [
      integration,
      installationId,
    ]);
    const token: unknown = Reflect.get(Object(data), "token");
    const { endpoint, userAgent, serviceBinding } = this;
    return new GitBookAPI({ endpoint, authToken: String(token), userAgent, serviceBinding });
  }
}

/** Returns the methods of one group. Unsupported calls exist too and throw when called. */
function createGroup(api: CompatApi, group: string): Group {
  return new Proxy<Group>(
    {},
    {
      get: (_target, name) => {
        // `await` looks for this name on any object.
        if (typeof name !== "string" || name === "then") return undefined;
        const call = `${group}.${name}`;
        return name.startsWith("stream")
          ? (...args: unknown[]) => streamNamed(call, api, args)
          : (...args: unknown[]) => callNamed(call, api, args);
      },
    },
  );
}

async function* streamNamed(name: string, api: CompatApi, args: readonly unknown[]): AsyncGenerator {
  const { data } = await callNamed(name, api, args);
  if (Array.isArray(data)) yield* data;
}

async function callNamed(name: string, api: CompatApi, args: readonly unknown[]): Promise<Result> {
  const call = Object.hasOwn(compatCalls, name) ? compatCalls[name] : undefined;
  if (call === undefined) {
    const message = `api.${name} is not supported on this platform.`;
    throw new GitBookAPIError(message, Response.json({ error: { code: 501, message } }, { status: 501 }));
  }
  try {
    // Each call declares its own arguments, and callers pass them in GitBook's order.
    const data: unknown = await call(api, ...(args as never[]));
    return Object.assign(Response.json(data ?? null), { data });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message, status = 502 } = error;
    throw new GitBookAPIError(message, Response.json({ error: { code: status, message } }, { status }));
  }
}
