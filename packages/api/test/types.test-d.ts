import { expectTypeOf } from "vitest";
import type { declaredOperations } from "../src/contract/operations.ts";
import type { sessionOperations } from "../src/contract/session.ts";
import type { OperationTypes } from "../src/contract/types.ts";
import type { DifferingOperations } from "../src/fixtures/differing-operations.fixture.ts";

type Declared = typeof declaredOperations & typeof sessionOperations;

expectTypeOf<keyof OperationTypes>().toEqualTypeOf<keyof Declared>();
expectTypeOf<DifferingOperations<OperationTypes, Declared>>().toEqualTypeOf<never>();

// The check can fail: a field that may be absent differs from one that may not.
type Changed = Omit<OperationTypes, "getSession"> & {
  readonly getSession: Omit<OperationTypes["getSession"], "response"> & {
    readonly response: Partial<OperationTypes["getSession"]["response"]>;
  };
};
expectTypeOf<DifferingOperations<Changed, Declared>>().toEqualTypeOf<"getSession">();
