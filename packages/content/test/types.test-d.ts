import { expectTypeOf } from "vitest";
import type { DifferingOperations } from "../../api/src/fixtures/differing-operations.fixture.ts";
import type { OperationTypes } from "../src/client/types.ts";
import type { KindOperations } from "@plugboard/api/contract";
import type { contentContract } from "../src/product/contract.ts";

type Declared = typeof contentContract.operations &
  KindOperations<typeof contentContract.kinds, typeof contentContract.fields>;

expectTypeOf<keyof OperationTypes>().toEqualTypeOf<keyof Declared>();
expectTypeOf<DifferingOperations<OperationTypes, Declared>>().toEqualTypeOf<never>();
