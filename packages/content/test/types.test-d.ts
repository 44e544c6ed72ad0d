import { expectTypeOf } from "vitest";
import type { DifferingOperations } from "../../api/src/fixtures/differing-operations.fixture.ts";
import type { OperationTypes } from "../src/client/types.ts";
import type { contentContract } from "../src/product/contract.ts";

type Declared = typeof contentContract.operations;

expectTypeOf<keyof OperationTypes>().toEqualTypeOf<keyof Declared>();
expectTypeOf<DifferingOperations<OperationTypes, Declared>>().toEqualTypeOf<never>();
