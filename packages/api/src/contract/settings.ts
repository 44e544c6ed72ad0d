import * as z from "zod";
import { noMember } from "./callers.ts";
import { limits } from "./limits.ts";
import { operation } from "./operation.ts";
import { type Page, pageOf, pageQuerySchema } from "./page.ts";
import { listSettings } from "./routes.ts";

/** A setting of the server, which its operator changes where the server is started. */
export interface SettingResource {
  /** Of the environment variable. */
  readonly name: string;
  /** One sentence, in Markdown. */
  readonly meaning: string;
  /** As it is written in the environment: what is set, or the default. Absent when there is neither, and of a secret. */
  readonly value?: string | undefined;
  /** Whether the operator set it. */
  readonly isSet: boolean;
  /** Whether it is never shown. */
  readonly isSecret: boolean;
}

const settingSchema: z.ZodType<SettingResource> = z.object({
  name: z.string().max(limits.identifierLength),
  meaning: z.string(),
  value: z.string().optional(),
  isSet: z.boolean(),
  isSecret: z.boolean(),
});

/** Schemas of this file that the OpenAPI document names. */
export const settingSchemas = { Setting: settingSchema };

const response: z.ZodType<Page<SettingResource>> = pageOf(settingSchema);

/** What the operator has set. */
export const settingOperations = {
  listSettings: operation(listSettings, {
    tag: "Settings",
    summary: "List the settings of the server; secrets are not shown",
    access: "administrator",
    roles: noMember,
    withoutEntry: true,
    query: pageQuerySchema,
    response,
    example: {
      response: {
        items: [
          { name: "PORT", meaning: "Port to listen on", value: "4000", isSet: false, isSecret: false },
          { name: "DATABASE_URL", meaning: "PostgreSQL database", isSet: true, isSecret: true },
        ],
      },
    },
  }),
};
