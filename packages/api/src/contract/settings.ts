import * as z from "zod";
import { noMember } from "./callers.ts";
import { limits } from "./limits.ts";
import { defineOperations, operation } from "./operation.ts";
import { pageOf, pageQuerySchema } from "./page.ts";
import { shape } from "./shape.ts";

const settingSchema = shape(
  "SettingResource",
  "A server setting.",
  z.object({
    name: z.string().max(limits.identifierLength).describe("The environment variable's name."),
    meaning: z.string().describe("A description in one sentence of Markdown."),
    value: z
      .string()
      .optional()
      .describe(
        "The current value or default, in the syntax of the environment variable. Not set for secrets, and for settings without either.",
      ),
    isSet: z.boolean().describe("Whether the operator set it."),
    isSecret: z.boolean().describe("Whether the value is never shown."),
    isChangeable: z.boolean().describe("Whether `updateSettings` can change it at runtime."),
  }),
);

const maxChanges = 50;
const maxValueLength = 200;

const changesSchema = shape(
  "SettingChanges",
  "Changes to settings, applied all or none.",
  z.object({
    settings: z
      .array(
        shape(
          "SettingChange",
          "A change to a setting.",
          z.object({
            name: z.string().max(limits.identifierLength),
            value: z
              .string()
              .min(1)
              .max(maxValueLength)
              .nullable()
              .describe(
                "The new value, in the syntax of the environment variable. It overrides the variable; `null` restores the variable's value.",
              ),
          }),
        ),
      )
      .min(1)
      .max(maxChanges),
  }),
);

const changed = z.object({
  items: z.array(settingSchema),
});

const response = pageOf(settingSchema);

/** Operations for server settings. */
export const settingOperations = defineOperations({
  listSettings: operation({
    method: "GET",
    path: "/settings",
    tag: "Settings",
    summary: "List the settings of the server; secrets are not shown",
    access: "administrator",
    roles: noMember,
    withoutSupportAccess: true,
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
    summary: "Change settings at runtime; all server processes apply them within seconds",
    access: "administrator",
    roles: noMember,
    withoutSupportAccess: true,
    body: changesSchema,
    response: changed,
    example: {
      body: { settings: [{ name: "PLUGBOARD_KEEP_DELIVERED", value: "7d" }] },
      response: {
        items: [
          {
            name: "PLUGBOARD_KEEP_DELIVERED",
            meaning: "Retention of delivered deliveries",
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
