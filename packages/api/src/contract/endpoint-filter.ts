import * as z from "zod";
import { limits } from "./limits.ts";

/** A value that a field of an event can be compared with. */
export type FieldValue = string | number | boolean | null;

/** A condition on one field of an event. Exactly one of `equals`, `oneOf` and `exists` is given. */
export interface FieldCondition {
  /** Where the field is: names from the outermost inwards, as in `["feedback", "rating"]`. At most 10. */
  readonly field: readonly string[];
  /** It is there and has this value. */
  readonly equals?: FieldValue | undefined;
  /** It is there and has one of these values. At most 100. */
  readonly oneOf?: readonly FieldValue[] | undefined;
  /** It is there, or is not. */
  readonly exists?: boolean | undefined;
}

const maxConditions = 20;
const maxDepth = 10;
const maxValues = 100;
const maxValueLength = 1000;

const fieldValue = z.union([z.string().max(maxValueLength), z.number(), z.boolean(), z.null()]);

const conditionSchema: z.ZodType<FieldCondition, FieldCondition> = z
  .object({
    field: z.array(z.string().max(limits.identifierLength)).min(1).max(maxDepth),
    equals: fieldValue.optional(),
    oneOf: z.array(fieldValue).min(1).max(maxValues).optional(),
    exists: z.boolean().optional(),
  })
  .refine(
    ({ equals, oneOf, exists }) => [equals, oneOf, exists].filter((test) => test !== undefined).length === 1,
    "must have exactly one of equals, oneOf and exists",
  );

/** Checks the conditions that an endpoint sets. */
export const filterSchema: z.ZodType<FieldCondition[], FieldCondition[]> = z
  .array(conditionSchema)
  .max(maxConditions);

/** Schemas of this file that the OpenAPI document names. */
export const endpointFilterSchemas = { FieldCondition: conditionSchema };
