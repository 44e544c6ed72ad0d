import type { IntegrationLogResource } from "@plugboard/api/client";
import { logOperations } from "@plugboard/api/contract";
import { PlatformError } from "../../common/platform-error.ts";
import { getIntegration } from "../../integrations/integrations.ts";
import type { StoredLogLine } from "../log-line.ts";
import { showLogLine } from "../show-log-line.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";
import { limitOf } from "../../operations/paginate.ts";

export const logFeature: Feature = defineFeature(
  logOperations,
  (platform) => ({
    listIntegrationLogs: async ({ params: { integration }, query }) => {
      await getIntegration(platform, integration);
      const limit = limitOf(query);
      const before = query.cursor === undefined ? undefined : positionIn(query.cursor);
      const lines = await platform.logs.list(integration, query, { before, limit: limit + 1 });
      const items = lines.slice(0, limit).map(showLogLine);
      return { items, next: lines.length > limit ? items.at(-1)?.id : undefined };
    },
  }),
  (platform) => ({
    listIntegrationLogs: ({ params: { integration }, query }, { lastEventId, signal }) => {
      const after = lastEventId === undefined ? undefined : positionIn(lastEventId);
      return showLines(platform.logs.watch(integration, query, { after, signal }));
    },
  }),
);

async function* showLines(lines: AsyncIterable<StoredLogLine>): AsyncGenerator<IntegrationLogResource, void> {
  for await (const line of lines) yield showLogLine(line);
}

function positionIn(id: string): number {
  const position = Number(id);
  if (Number.isSafeInteger(position) && position >= 0) return position;
  const message = "must be the id of a log line";
  throw new PlatformError("invalid_request", `cursor: ${message}.`, [{ path: "cursor", message }]);
}
