import * as z from "zod";
import { limits } from "./limits.ts";
import { shape } from "./shape.ts";

const maxConditions = 20;
const maxDepth = 10;
const maxValues = 100;
const maxValueLength = 1000;

const fieldValue = shape(
  "FieldValue",
  "A value to compare an event field with.",
  z.union([z.string().max(maxValueLength), z.number(), z.boolean(), z.null()]),
);

const conditionSchema = shape(
  "FieldCondition",
  "A condition on one event field. Exactly one of `equals`, `oneOf` and `exists` is required.",
  z
    .object({
      field: z
        .array(z.string().max(limits.identifierLength))
        .min(1)
        .max(maxDepth)
        .describe(
          'The path to the field, outermost name first, such as `["feedback", "rating"]`. At most 10 names.',
        ),
      equals: fieldValue.optional().describe("Met if the field has this value."),
      oneOf: z
        .array(fieldValue)
        .min(1)
        .max(maxValues)
        .optional()
        .describe("Met if the field has one of these values. At most 100."),
      exists: z.boolean().optional().describe("Met if the field is present (`true`) or missing (`false`)."),
    })
    .refine(
      ({ equals, oneOf, exists }) =>
        [equals, oneOf, exists].filter((test) => test !== undefined).length === 1,
      "must have exactly one of equals, oneOf and exists",
    ),
);

/** The schema of an endpoint's conditions. */
export const filterSchema = z.array(conditionSchema).max(maxConditions);
