import type { Configuration, Environment, FetchEvent } from "@plugboard/api";
import type { CredentialStore } from "@plugboard/oauth";
import type { Integration, LogLine } from "@plugboard/runtime";
import { encodeEnvelope, type EnvelopeContent } from "@plugboard/runtime/envelope";
import { sign } from "@plugboard/webhook-signer";
import { type Browser, createBrowser } from "../../src/platform/browser.ts";
import { withNetwork } from "../../src/platform/network.ts";
import type { Service } from "../../src/platform/test-platform-options.ts";

/** An integration's result for an event. */
export interface BareResult {
  readonly status: number;
  /** The response body. */
  readonly text: string;
  readonly logs: readonly LogLine[];
}

/**
 * A minimal host for an OAuth flow on any JavaScript runtime, with one public endpoint, events, and credentials in
 * memory. Unlike the platform, it lets anyone open the callback.
 */
export interface BareHost {
  readonly publicEndpoint: string;
  readonly logs: readonly LogLine[];
  /** Sends a request to a path of the public endpoint. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  emit(type: "site_view" | "installation_deleted"): Promise<BareResult>;
  createBrowser(): Browser;
}

/** Options for `createBareHost`. */
export interface BareHostOptions {
  readonly integration: Integration;
  readonly services: Readonly<Record<string, Service>>;
  readonly credentialStore: CredentialStore;
  readonly now: () => number;
}

const signingSecret = "a-test-signing-secret";
export const installationId = "installation_1";
const publicEndpoint = `https://integrations.example/${installationId}`;

/** Returns the environment of an installation that only has a public endpoint. */
export function bareEnvironment(publicEndpoint: string, configuration: Configuration = {}): Environment {
  const urls = { publicEndpoint };
  return {
    apiEndpoint: "https://api.example/v1",
    apiTokens: { integration: "token", installation: "token" },
    integration: { name: "acme", title: "Acme", version: 1, urls },
    installation: {
      id: installationId,
      status: "active",
      space_selection: { type: "all" },
      configuration,
      urls,
      externalIds: [],
      target: "all",
    },
    secrets: {},
  };
}

/** Hosts an integration. */
export function createBareHost({ integration, services, credentialStore, now }: BareHostOptions): BareHost {
  const logs: LogLine[] = [];
  let events = 0;

  async function respond(request: Request): Promise<Response> {
    const { origin } = new URL(request.url);
    const service = origin === new URL(publicEndpoint).origin ? toIntegration : services[origin];
    if (service === undefined) throw new TypeError(`No service responds at ${origin}.`);
    return await service(request);
  }

  async function toIntegration(request: Request): Promise<Response> {
    const { method, url, headers } = request;
    const body = new Uint8Array(await request.arrayBuffer());
    const event: FetchEvent = {
      ...nextEvent(),
      type: "fetch",
      request: { method, url, headers: [...headers] },
    };
    return await dispatch(event, body.length > 0 ? body : undefined);
  }

  async function dispatch(
    event: EnvelopeContent["event"],
    fetchBody?: Uint8Array<ArrayBuffer>,
  ): Promise<Response> {
    const environment = await readEnvironment();
    const { contentType, body } = encodeEnvelope(
      fetchBody === undefined ? { event, environment } : { event, environment, fetchBody },
    );
    const timestamp = Math.floor(now() / 1000);
    const signature = await sign({ secret: signingSecret, body, timestamp });
    const headers = { "content-type": contentType, "x-service-signature": signature };
    const request = new Request("https://integration.example/v1", { method: "POST", headers, body });
    const host = { now, log: (line: LogLine) => void logs.push(line), waitUntil: () => {} };
    return await withNetwork(respond, () =>
      integration.fetch(request, { PLUGBOARD_SIGNING_SECRET: signingSecret }, host),
    );
  }

  async function readEnvironment(): Promise<Environment> {
    const stored = await credentialStore.read({ installation: installationId });
    return bareEnvironment(publicEndpoint, stored?.configuration);
  }

  function nextEvent(): { readonly eventId: string; readonly installationId: string } {
    events += 1;
    return { eventId: `event_${events}`, installationId };
  }

  return {
    publicEndpoint,
    logs,
    fetch: (path, init) => respond(new Request(`${publicEndpoint}${path}`, init)),
    emit: async (type) => {
      const before = logs.length;
      const visitor = { anonymousId: "visitor_1", userAgent: "", ip: "203.0.113.7", cookies: {} };
      const event =
        type === "site_view"
          ? { ...nextEvent(), type, siteId: "site_1", visitor, url: "https://docs.example/", referrer: "" }
          : { ...nextEvent(), type };
      const response = await dispatch(event);
      return { status: response.status, text: await response.text(), logs: logs.slice(before) };
    },
    createBrowser: () => createBrowser(respond),
  };
}
