import { changeOperations } from "@plugboard/api/contract";
import { organizationsOf } from "../../access/principal.ts";
import { isoTime } from "../../common/iso-time.ts";
import { defineFeature, type Feature } from "../../operations/feature.ts";

export const changeFeature: Feature = defineFeature(
  changeOperations,
  ({ changes }) => ({
    listChanges: async ({ caller }) => {
      const { id, time } = changes.latest(organizationsOf(caller));
      return { items: [{ id, time: isoTime(time) }] };
    },
  }),
  ({ changes }) => ({
    listChanges: async function* ({ caller }, { lastEventId: after, signal }) {
      const organizations = organizationsOf(caller);
      for await (const { id, time, resources } of changes.watch({ after, signal, organizations }))
        yield { id, time: isoTime(time), resources };
    },
  }),
);
