import type * as z from "zod";
import type { Json } from "../events/ui-render.ts";

/** The type of a schema's output, read-only at every depth. */
export type Infer<Schema> = Schema extends z.ZodType<infer Output> ? ReadOnly<Output> : undefined;

type Primitive = string | number | boolean | null | undefined;

/** Makes a JSON value read-only at every depth. */
export type ReadOnly<Value> = Json extends Value
  ? Value
  : Value extends Primitive
    ? Value
    : Value extends readonly (infer Item)[]
      ? readonly ReadOnly<Item>[]
      : { readonly [Key in keyof Value]: ReadOnly<Value[Key]> };
