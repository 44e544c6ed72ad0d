import type { changeOperations } from "@plugboard/api/contract";
import type { Platform } from "../../platform/create-platform.ts";
import { organizationsOf } from "../../access/principal.ts";
import { isoTime } from "../../common/iso-time.ts";
import type { LiveHandlers, OperationHandlers } from "../../operations/operation-handler.ts";

export function createChangeHandlers({
  changes,
}: Platform): OperationHandlers<keyof typeof changeOperations> {
  return {
    listChanges: async ({ caller }) => {
      const { id, time } = changes.latest(organizationsOf(caller));
      return { items: [{ id, time: isoTime(time) }] };
    },
  };
}

export function createLiveChangeHandlers({ changes }: Platform): LiveHandlers<keyof typeof changeOperations> {
  return {
    listChanges: async function* ({ caller }, { lastEventId: after, signal }) {
      const organizations = organizationsOf(caller);
      for await (const { id, time, resources } of changes.watch({ after, signal, organizations }))
        yield { id, time: isoTime(time), resources };
    },
  };
}
