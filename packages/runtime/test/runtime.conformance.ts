import { conformanceCases } from "./fixtures/conformance-cases.fixture.ts";

/** The runtime on the JavaScript runtime that this is run on. */
export async function run(): Promise<void> {
  for (const [name, check] of Object.entries(conformanceCases)) {
    try {
      await check();
    } catch (cause) {
      throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    }
  }
}
