import type { Infer } from "@plugboard/api/contract";
import { expectTypeOf } from "vitest";
import type { OperationTypes } from "../src/client/types.ts";
import type { contentContract } from "../src/product/contract.ts";

type Declared = typeof contentContract.operations;

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- only two generic functions compare types exactly
type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** The operations whose generated type differs from the one inferred from the schema. */
type Differing<Part extends "query" | "body" | "response"> = {
  [Id in keyof OperationTypes]: IsSame<
    OperationTypes[Id][Part],
    Infer<NonNullable<Declared[Id][Part]>>
  > extends true
    ? never
    : Id;
}[keyof OperationTypes];

expectTypeOf<keyof OperationTypes>().toEqualTypeOf<keyof Declared>();
expectTypeOf<Differing<"query">>().toEqualTypeOf<never>();
expectTypeOf<Differing<"body">>().toEqualTypeOf<never>();
expectTypeOf<Differing<"response">>().toEqualTypeOf<never>();
