import * as z from "zod";
import { noMember } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { type Page, pageOf, pageQuerySchema } from "./page.ts";

/** A setting of the server, which its operator makes where the server is started. */
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
  /** Whether `updateSettings` changes it while the server runs. */
  readonly isChangeable: boolean;
}

/** A change of a setting. */
export interface SettingChange {
  readonly name: string;
  /** As it would be written in the environment, which it takes the place of; `null` for what is there again. */
  readonly value: string | null;
}

const settingSchema: z.ZodType<SettingResource> = z.object({
  name: z.string().max(limits.identifierLength),
  meaning: z.string(),
  value: z.string().optional(),
  isSet: z.boolean(),
  isSecret: z.boolean(),
  isChangeable: z.boolean(),
});

const maxChanges = 50;
const maxValueLength = 200;

/** Changes of settings: all of them are made, or none. */
export interface SettingChanges {
  readonly settings: readonly SettingChange[];
}

const changesSchema: z.ZodType<SettingChanges, SettingChanges> = z.object({
  settings: z
    .array(
      z.object({
        name: z.string().max(limits.identifierLength),
        value: z.string().min(1).max(maxValueLength).nullable(),
      }),
    )
    .min(1)
    .max(maxChanges),
});

const changed: z.ZodType<{ readonly items: readonly SettingResource[] }> = z.object({
  items: z.array(settingSchema),
});

/** Schemas of this file that the OpenAPI document names. */
export const settingSchemas = { Setting: settingSchema, SettingChanges: changesSchema };

const response: z.ZodType<Page<SettingResource>> = pageOf(settingSchema);

/** What the operator has set. */
export const settingOperations = defineOperations({
  listSettings: operation({
    method: "GET",
    path: "/settings",
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
          {
            name: "PORT",
            meaning: "Port to listen on",
            value: "4000",
            isSet: false,
            isSecret: false,
            isChangeable: false,
          },
          {
            name: "DATABASE_URL",
            meaning: "PostgreSQL database",
            isSet: true,
            isSecret: true,
            isChangeable: false,
          },
        ],
      },
    },
  }),
  updateSettings: operation({
    method: "PATCH",
    path: "/settings",
    tag: "Settings",
    summary: "Change settings while the server runs; all of its processes follow within seconds",
    access: "administrator",
    roles: noMember,
    withoutEntry: true,
    body: changesSchema,
    response: changed,
    example: {
      body: { settings: [{ name: "PLUGBOARD_KEEP_DELIVERED", value: "7d" }] },
      response: {
        items: [
          {
            name: "PLUGBOARD_KEEP_DELIVERED",
            meaning: "How long deliveries that arrived are kept",
            value: "7d",
            isSet: true,
            isSecret: false,
            isChangeable: true,
          },
        ],
      },
    },
  }),
});
