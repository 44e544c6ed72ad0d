import { setTimeout as sleep } from "node:timers/promises";
import {
  getDeliveryBody,
  getWebhookEndpointSecrets,
  listInstallationDeliveries,
  listWebhookEndpoints,
} from "@plugboard/api/routes";
import { sign } from "@plugboard/webhook-signer";
import { signStandardWebhook } from "@plugboard/webhook-signer/standard-webhooks";
import { CliError } from "../terminal/cli-error.ts";
import type { CommandContext } from "./command-context.ts";
import { findOwnInstallation } from "./own-installation.ts";

const pollMilliseconds = 700;
const timeoutMilliseconds = 10_000;

/** Options for `plugboard listen`. */
export interface ListenOptions {
  readonly organization?: string | undefined;
  /** The webhook endpoint's ID. Defaults to the installation's first endpoint. */
  readonly endpoint?: string | undefined;
}

/**
 * Forwards an endpoint's webhooks, signed as the server signs them, to a local URL until interrupted. The endpoint
 * still receives them. Resent webhooks are forwarded again.
 */
export async function listen(context: CommandContext, target: string, options: ListenOptions): Promise<void> {
  const { terminal, signal } = context;
  const { paint } = terminal;
  if (!URL.canParse(target))
    throw new CliError("usage", `${target} is not a URL.`, { next: "Example: http://localhost:3000/hooks" });
  const { server, installation } = await findOwnInstallation(context, options);
  const { api } = server;
  const installationId = installation.id;
  const endpoints = (await api.call(listWebhookEndpoints, { params: { installationId } })).items;
  const endpoint = endpoints.find(({ id }) => options.endpoint === undefined || id === options.endpoint);
  if (endpoint === undefined)
    throw new CliError("not_found", "The installation has no such webhook endpoint.", {
      next: "Create one in the console, or with an integration such as the `webhook` sample.",
    });
  const params = { installationId, endpointId: endpoint.id };
  const forwarded = new Set<string>();
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const { items } = await api.call(listInstallationDeliveries, {
      params: { installationId },
      query: { endpointId: endpoint.id },
    });
    // Each resend starts with one more attempt.
    const fresh = items.filter(({ id, attempts }) => !forwarded.has(`${id} ${attempts}`)).toReversed();
    for (const { id, attempts } of items) forwarded.add(`${id} ${attempts}`);
    if (isFirst)
      terminal.show(
        { listening: endpoint.id, eventTypes: endpoint.eventTypes },
        `Forwards ${endpoint.eventTypes.join(", ")} of ${endpoint.id} to ${target}`,
      );
    for (const { id: deliveryId, eventId, eventType: type } of isFirst ? [] : fresh) {
      const { body } = await api.call(getDeliveryBody, { params: { installationId, deliveryId } });
      const { secrets } = await api.call(getWebhookEndpointSecrets, { params });
      const outcome = await forward(
        target,
        eventId,
        body,
        secrets.map(({ secret }) => secret),
      );
      const outcomeText = outcome.status === undefined ? paint("red", outcome.error) : String(outcome.status);
      terminal.show(
        { eventId, type, ...outcome },
        `${paint("bold", type)} ${outcomeText} ${paint("dim", eventId)}`,
      );
    }
    await sleep(pollMilliseconds, undefined, { signal }).catch(() => {});
  }
}

type Outcome = { readonly status: number } | { readonly status?: undefined; readonly error: string };

async function forward(
  target: string,
  id: string,
  body: string,
  secret: readonly string[],
): Promise<Outcome> {
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = {
    "content-type": "application/json",
    "x-service-signature": await sign({ secret, body, timestamp }),
    ...(await signStandardWebhook({ secret, id, body, timestamp })),
  };
  const signal = AbortSignal.timeout(timeoutMilliseconds);
  try {
    const { status } = await fetch(target, { method: "POST", headers, body, signal, redirect: "manual" });
    return { status };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return { error: cause instanceof Error ? cause.message : String(cause) };
  }
}
