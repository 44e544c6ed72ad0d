import * as z from "zod";
import { noMember } from "./callers.ts";
import { defineOperations, operation } from "./operation.ts";
import { shape } from "./shape.ts";

const tokenKeysSchema = shape(
  "TokenKeys",
  "The keys that sign tokens. The first one signs; the others verify tokens issued earlier.",
  z.object({
    keys: z.array(
      z.object({
        kid: z.string(),
        publishedUntil: z.iso
          .datetime()
          .optional()
          .describe("The time when the key was retired (ISO 8601). Not set for the signing key."),
      }),
    ),
  }),
);

/** Operations for the keys that sign integration tokens. The public keys are published as a JWK set. */
export const tokenKeyOperations = defineOperations({
  rotateTokenKeys: operation({
    method: "POST",
    path: "/token-keys/rotate",
    tag: "Token keys",
    summary: "Rotate the token signing key; the old one stays published until its last token expires",
    access: "administrator",
    roles: noMember,
    withoutSupportAccess: true,
    response: tokenKeysSchema,
    example: {
      response: { keys: [{ kid: "key_2" }, { kid: "key_1", publishedUntil: "2026-01-15T10:30:00.000Z" }] },
    },
  }),
});
