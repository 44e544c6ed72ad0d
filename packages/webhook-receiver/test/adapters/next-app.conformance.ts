import { createAdapterReceiver } from "./adapter-receiver.fixture.ts";
import { createNextHandlers, type NextHandlers, type NextHandlersOptions } from "../../src/next.ts";

/** Creates the route handlers of the tested app. Its `after` is Next.js's own. */
export function createTestedHandlers(options: NextHandlersOptions): NextHandlers {
  return createNextHandlers(createAdapterReceiver(), options);
}
