import { createAdapterReceiver } from "./adapter-receiver.fixture.ts";
import { createNextHandlers, type NextHandlers, type NextHandlersOptions } from "../../src/next.ts";

/** The handlers of the tested app's routes; its `after` comes from Next.js itself. */
export function createTestedHandlers(options: NextHandlersOptions): NextHandlers {
  return createNextHandlers(createAdapterReceiver(), options);
}
