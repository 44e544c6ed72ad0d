import * as z from "zod/mini";
import type { ManifestSecrets } from "../manifest.ts";
import { secretPattern } from "../secrets/secret-expression.ts";
import { text } from "./text.ts";
import { textFormats } from "./text-formats.ts";

const malformed = "Only ${{ env.NAME }} can stand in ${{ }}. Name an environment variable.";
const literal =
  "A secret must not stand in the manifest. Put it into an environment variable and write ${{ env.NAME }} here.";

const secretSchema = z.string().check(
  z.refine((secret) => !secret.includes("${{") || secretPattern.test(secret), {
    params: { code: "invalid_expression" },
    error: malformed,
  }),
  z.refine((secret) => secret.includes("${{"), { params: { code: "literal_secret" }, error: literal }),
  z.meta({ pattern: secretPattern.source }),
);

export const secretsSchema: z.ZodMiniType<ManifestSecrets> = z
  .record(text(textFormats.secretName), secretSchema)
  .check(
    z.meta({
      description:
        "Secrets the code reads, each taken from an environment variable when the integration is published.",
      examples: [{ CLIENT_SECRET: "${{ env.MY_CLIENT_SECRET }}" }],
    }),
  );
