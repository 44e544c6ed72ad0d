import { eventScopes } from "@plugboard/api";
import { encodeEnvelope } from "@plugboard/runtime/envelope";
import type { AttemptResult, Send, WebhookSender } from "@plugboard/webhook-delivery";
import { sign } from "@plugboard/webhook-signer";
import * as z from "zod";
import type { TokenAuthority } from "../access/token-authority.ts";
import type { PlatformContext } from "../database/platform-context.ts";
import { liveSecrets } from "../endpoints/webhook-endpoints.ts";
import type { PlatformUrls } from "../common/platform-urls.ts";
import { buildDispatchTarget } from "../dispatch/build-environment.ts";
import { reachesRemoved } from "./decide-targets.ts";
import { endpointKinds } from "../endpoints/endpoint-kinds.ts";
import { envelopeUrl } from "../dispatch/url-runner.ts";

const eventSchema = z.looseObject({
  type: z.string().refine((type): type is keyof typeof eventScopes => Object.hasOwn(eventScopes, type)),
  eventId: z.string(),
  installationId: z.string(),
  spaceId: z.string().exactOptional(),
  siteId: z.string().exactOptional(),
});

/** Who sends: integrations are hosted where the operator wants, webhook URLs come from anybody who has a token. */
export interface Senders {
  readonly integrations: WebhookSender;
  readonly webhooks: WebhookSender;
}

/**
 * One engine delivers both: a webhook endpoint gets the event as signed JSON, an integration gets it in an envelope that
 * is made at the moment of sending, with the environment and the tokens of that moment.
 */
export function createSendDelivery(
  context: PlatformContext,
  senders: Senders,
  tokens: TokenAuthority,
  urls: PlatformUrls,
): Send {
  const sendWebhook: Send = async ({ eventId, body }, endpoint, options) => {
    const secrets = liveSecrets(endpoint, context.now()).map(({ secret }) => secret);
    return await senders.webhooks.send({ url: endpoint.url, secrets, eventId, body }, options);
  };
  const sendEnvelope: Send = async ({ body }, endpoint, options) => {
    const event = eventSchema.parse(JSON.parse(body));
    const { spaceId, siteId } = event;
    const target = await buildDispatchTarget(context, tokens, urls, {
      installationId: endpoint.tenant,
      ...(spaceId !== undefined && { spaceId }),
      ...(siteId !== undefined && { siteId }),
    });
    if (target.removed && !reachesRemoved.has(event.type)) return refuseRemoved(context.now());
    const envelope = encodeEnvelope({ event, environment: target.environment });
    const signature = await sign({ secret: target.signingSecrets, body: envelope.body });
    const headers = { "content-type": envelope.contentType, "x-service-signature": signature };
    const url = envelopeUrl(target.integration.url);
    const { result } = await senders.integrations.post({ url, headers, body: envelope.body }, options);
    return result;
  };
  return (delivery, endpoint, options) =>
    endpoint.kind === endpointKinds.webhook
      ? sendWebhook(delivery, endpoint, options)
      : sendEnvelope(delivery, endpoint, options);
}

// Accepted before the removal and still on its way: there is nobody left whom it concerns.
function refuseRemoved(startedAt: number): AttemptResult {
  return {
    startedAt,
    errorCode: "invalid_request",
    errorMessage: "The installation was removed before this event was sent.",
    requestHeaders: {},
    timings: { total: 0 },
  };
}
