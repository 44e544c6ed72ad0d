import { changeOperations } from "@plugboard/api/contract";
import { organizationsOf, type Principal } from "../../access/principal.ts";
import { isoTime } from "../../common/iso-time.ts";
import { PlatformError } from "../../common/platform-error.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";

export const changeFeature: Feature = defineFeature(
  changeOperations,
  ({ changes }) => ({
    listChanges: async ({ caller }) => {
      const { id, time } = changes.latest(watchedBy(caller));
      return { items: [{ id, time: isoTime(time) }] };
    },
  }),
  ({ changes }) => ({
    listChanges: async function* ({ caller }, { lastEventId: after, signal }) {
      const organizations = watchedBy(caller);
      for await (const { id, time, resources } of changes.watch({ after, signal, organizations }))
        yield { id, time: isoTime(time), resources };
    },
  }),
);

/** Returns the organizations whose changes a caller can watch. Notices have no scope, so keys with scopes can't read them. */
function watchedBy(caller: Principal): readonly string[] | undefined {
  if (caller.type === "key" && caller.role === undefined)
    throw new PlatformError("forbidden", "A key with scopes can't watch changes. Use a key with a role.");
  return organizationsOf(caller);
}
