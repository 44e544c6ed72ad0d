// Written for GitBook: statistics through a script on a site's pages.
import {
  createIntegration,
  type FetchPublishScriptEventCallback,
  type RuntimeContext,
  type RuntimeEnvironment,
} from "@gitbook/runtime";

type CounterContext = RuntimeContext<RuntimeEnvironment<object, { tracking_id?: string; host?: string }>>;

const template = "(function(w,d){w.counter=['<TRACKING_ID>','<HOST>'];}(window,document));";

export const handleFetchEvent: FetchPublishScriptEventCallback<CounterContext> = async (
  event,
  { environment }: CounterContext,
) => {
  const { tracking_id: trackingId, host = "eu.counter.test" } =
    environment.siteInstallation?.configuration ?? {};
  if (!trackingId || environment.siteInstallation?.site !== event.siteId) return;
  return new Response(template.replace("<TRACKING_ID>", trackingId).replace("<HOST>", host), {
    headers: { "Content-Type": "application/javascript", "Cache-Control": "max-age=604800" },
  });
};

export default createIntegration<CounterContext>({ fetch_published_script: handleFetchEvent });
