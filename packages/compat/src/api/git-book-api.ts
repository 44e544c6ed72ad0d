import { type ApiClient, ApiError, createApiClient } from "@plugboard/api/client";
import { compatCalls } from "./compat-calls.ts";

/** Where a client calls that was given no endpoint. There is no such server here: give the endpoint of the environment. */
export const GITBOOK_DEFAULT_ENDPOINT = "https://api.gitbook.com";

/** A call failed, or is one that this platform cannot serve. */
export class GitBookAPIError extends Error {
  override readonly name = "GitBookAPIError";
  /** HTTP status; 501 for a call that this platform cannot serve. */
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

/** How to reach the API. */
export interface GitBookAPIOptions {
  readonly endpoint?: string | undefined;
  readonly authToken?: string | undefined;
  readonly userAgent?: string | undefined;
  readonly serviceBinding?: { readonly fetch: typeof fetch } | undefined;
}

type Result = Response & { readonly data: unknown };
type Group = Readonly<Record<string, (...args: never[]) => Promise<Result>>>;

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
 * GitBook's client, on this platform's API. Its methods have the names they have there (`integrations.getIntegrationByName`, …) and
 * give a response with `data`; `compatCalls` lists those that are served.
 */
export class GitBookAPI {
  readonly endpoint: string;
  readonly authToken: string | undefined;
  readonly userAgent: string;
  readonly serviceBinding: GitBookAPIOptions["serviceBinding"];
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
    const api = createApiClient({
      endpoint: this.endpoint,
      token: authToken,
      fetch: serviceBinding && ((url, init) => serviceBinding.fetch(url, init)),
    });
    for (const group of groups)
      Object.defineProperty(this, group, { value: createGroup(api, group), enumerable: true });
  }

  /** A client that acts as one installation. */
  async createInstallationClient(integration: string, installationId: string): Promise<GitBookAPI> {
    const { data } = await callNamed(
      "integrations.createIntegrationInstallationToken",
      createApiClient({
        endpoint: this.endpoint,
        token: this.authToken,
      }),
      [integration, installationId],
    );
    const token: unknown = Reflect.get(Object(data), "token");
    return new GitBookAPI({ endpoint: this.endpoint, authToken: String(token), userAgent: this.userAgent });
  }
}

/** The methods of one group; one that is not served is there too, so that calling it says so. */
function createGroup(api: ApiClient, group: string): Group {
  return new Proxy<Group>(
    {},
    {
      get: (_target, name) =>
        // A promise is looked for under this name wherever an object is awaited.
        typeof name === "string" && name !== "then"
          ? (...args: never[]) => callNamed(`${group}.${name}`, api, args)
          : undefined,
    },
  );
}

async function callNamed(name: string, api: ApiClient, args: readonly unknown[]): Promise<Result> {
  const call = Object.hasOwn(compatCalls, name) ? compatCalls[name] : undefined;
  if (call === undefined) {
    const message = `api.${name} is not something this platform has.`;
    throw new GitBookAPIError(message, Response.json({ error: { code: 501, message } }, { status: 501 }));
  }
  try {
    // The table has each call's own arguments; here they are what the caller gave.
    const data: unknown = await call(api, ...(args as never[]));
    return Object.assign(Response.json(data ?? null), { data });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { message, status = 502 } = error;
    throw new GitBookAPIError(message, Response.json({ error: { code: status, message } }, { status }));
  }
}
