// Written for GitBook: a site script, loaded from a file, that waits for the visitor's consent.
import {
  createIntegration,
  type FetchPublishScriptEventCallback,
  type RuntimeContext,
  type RuntimeEnvironment,
} from "@gitbook/runtime";
import script from "./counter.raw.js";

type CounterRuntimeContext = RuntimeContext<RuntimeEnvironment<object, { tracking_id?: string }>>;

export const handleFetchEvent: FetchPublishScriptEventCallback<CounterRuntimeContext> = async (
  _event,
  { environment }: CounterRuntimeContext,
) => {
  const trackingId = environment.siteInstallation?.configuration?.tracking_id;
  if (!trackingId) return;
  return new Response((script as string).replace("<TO_REPLACE>", trackingId), {
    headers: { "Content-Type": "application/javascript", "Cache-Control": "max-age=604800" },
  });
};

export default createIntegration<CounterRuntimeContext>({ fetch_published_script: handleFetchEvent });
