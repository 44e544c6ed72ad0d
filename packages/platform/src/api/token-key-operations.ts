import * as z from "zod";
import { requireAdmin } from "../access/principal.ts";
import { publishedUntil } from "../access/token-keys.ts";
import type { Services } from "../platform/services.ts";
import { defineOperation, type Operation } from "./operation.ts";
import { isoTime } from "./to-resource.ts";

const tokenKeys = z.object({
  /** The first signs; the others are published for tokens that were issued before. */
  keys: z.array(z.object({ kid: z.string(), publishedUntil: z.iso.datetime().exactOptional() })),
});

/** The keys that sign the tokens integrations call with; their public parts are at `/.well-known/jwks.json`. */
export function createTokenKeyOperations({ tokens }: Services): Operation[] {
  return [
    defineOperation({
      method: "post",
      path: "/token-keys/rotate",
      tag: "Token keys",
      summary: "Let a new key sign tokens; the old one is published until its last token has expired",
      input: {},
      response: tokenKeys,
      handle: async (_input, principal) => {
        requireAdmin(principal);
        const keys = await tokens.rotate();
        return {
          keys: keys.map((key) => {
            const until = publishedUntil(key);
            return { kid: key.kid, ...(until !== undefined && { publishedUntil: isoTime(until) }) };
          }),
        };
      },
    }),
  ];
}
