import type { StreamResource } from "@plugboard/api/client";
import { streamOperations } from "@plugboard/api/contract";
import { isoTime } from "../../common/iso-time.ts";
import { PlatformError } from "../../common/platform-error.ts";
import type { PlatformContext } from "../../database/platform-context.ts";
import { readHealth } from "../../endpoints/read-health.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import {
  countFailed,
  deleteStream,
  getStream,
  resendStream,
  setStream,
  type Stream,
  type StreamKey,
  type StreamKind,
  streamEventTypes,
} from "../streams.ts";

export const streamFeature: Feature = defineFeature(streamOperations, (platform) => ({
  getStream: async ({ params }) => await showStream(platform, await getStream(platform, keyOf(params))),
  setStream: async ({ params, body }) =>
    await showStream(platform, await setStream(platform, keyOf(params), body)),
  resendStream: async ({ params, idempotencyKey }) => ({
    count: await resendStream(platform, keyOf(params), idempotencyKey),
  }),
  deleteStream: async ({ params }) => await deleteStream(platform, keyOf(params)),
}));

/** @throws PlatformError `not_found` for an unknown kind */
function keyOf({
  organizationId,
  stream,
}: {
  readonly organizationId: string;
  readonly stream: string;
}): StreamKey {
  if (!isStreamKind(stream)) throw new PlatformError("not_found", `There is no stream ${stream}.`);
  return { organizationId, kind: stream };
}

function isStreamKind(name: string): name is StreamKind {
  return Object.hasOwn(streamEventTypes, name);
}

async function showStream(context: PlatformContext, stream: Stream): Promise<StreamResource> {
  const { endpoint, filter } = stream;
  return {
    url: endpoint.url,
    ...filter,
    secret: endpoint.secrets[0] ?? "",
    createdAt: isoTime(endpoint.createdAt),
    health: await readHealth(context, endpoint),
    failed: await countFailed(context, stream),
  };
}
