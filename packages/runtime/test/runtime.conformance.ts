import { conformanceCases } from "./fixtures/conformance-cases.fixture.ts";

/** Runs the conformance cases on the current JavaScript runtime. */
export async function run(): Promise<void> {
  for (const [name, check] of Object.entries(conformanceCases)) {
    try {
      await check();
    } catch (cause) {
      throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  }
}
