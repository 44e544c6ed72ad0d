import * as z from "zod";
import { redactedHeader } from "./endpoint-sending.ts";
import { limits } from "./limits.ts";
import { shape } from "./shape.ts";

const maxFields = 50;
/** The maximum length of a setting or secret of a destination. */
export const maxValueLength = 4096;

function valueMap(value: z.ZodString) {
  return z
    .record(z.string().max(limits.identifierLength), value)
    .refine((map) => Object.keys(map).length <= maxFields, `must have at most ${maxFields} fields`)
    .meta({ maxProperties: maxFields });
}

const value = z.string().max(maxValueLength);
const type = z.string().min(1).max(limits.identifierLength);

const destinationOf = (secret: z.ZodString) =>
  shape(
    "EndpointDestination",
    "A system other than HTTP that receives an endpoint's events. `getDestinationTypes` has the types and their fields. Responses show `[redacted]` instead of secrets.",
    z.object({ type, settings: valueMap(value), secrets: valueMap(secret) }),
  );

/** The schema of an endpoint's destination in responses, with secrets redacted. */
export const destinationResourceSchema = destinationOf(value);

/** The schema of a new endpoint's destination. */
export const destinationSchema = destinationOf(
  value.refine((secret) => secret !== redactedHeader, "must be the secret itself"),
);

/** The schema of changes to an endpoint's destination. */
export const destinationUpdateSchema = shape(
  "EndpointDestinationUpdate",
  "Changes to an endpoint's destination, whose type can't change.",
  z.object({
    settings: valueMap(value).optional().describe("Replaces all settings."),
    secrets: valueMap(value).optional().describe("Omitted and `[redacted]` secrets keep their values."),
  }),
);

const fieldSchema = shape(
  "DestinationField",
  "A field of a destination.",
  z.object({
    name: z.string().describe("The name in `settings`, or in `secrets` if it is a secret."),
    label: z.string(),
    hint: z.string().optional().describe("Its meaning, and the default of an optional field."),
    isSecret: z.boolean(),
    isRequired: z.boolean(),
  }),
);

/** The schema of the list of destination types. */
export const destinationTypesSchema = shape(
  "DestinationTypes",
  "The systems other than HTTP that endpoints can use.",
  z.object({
    types: z.array(
      shape(
        "DestinationType",
        "A system that receives events as messages.",
        z.object({
          type: z.string(),
          name: z.string(),
          url: z
            .object({ label: z.string(), example: z.string() })
            .describe("The form of an endpoint's `url`."),
          fields: z.array(fieldSchema),
          inPortal: z.boolean().describe("Whether portal sessions can create endpoints of this type."),
        }),
      ),
    ),
  }),
);
