import "@plugboard/components-react/styles.css";
import "../ui/pages.css";
import "./portal.css";
import { getPortalSession } from "@plugboard/api/routes";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { type ReactNode, Suspense, useEffect } from "react";
import { api } from "../data/platform-api.ts";
import { PortalSessionContext } from "../data/portal-session.ts";
import { noteRefusal, setSession, useSession } from "../data/session.ts";
import { say } from "../data/say-to-host.ts";
import { useHostTheme } from "../embed/host-page.ts";
import { ErrorMessage } from "../ui/error-message.tsx";
import { lazy } from "../ui/lazy.ts";
import { Skeleton } from "../ui/page.tsx";
import { loadFont } from "../ui/load-font.ts";
import { repairLanguage } from "../ui/repair-language.ts";
import { portalRouter } from "./portal-router.tsx";

const Toasts = lazy(async () => ({ default: (await import("../ui/toasts.tsx")).Toasts }));
const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noteRefusal }),
  mutationCache: new MutationCache({ onError: noteRefusal }),
  defaultOptions: { queries: { retry: false, networkMode: "always" }, mutations: { networkMode: "always" } },
});
repairLanguage();
// The portal is signed in until the API rejects its token.
setSession("signedIn");

/** The webhook portal of an organization, for holders of a portal link. */
export function PortalPage(): ReactNode {
  return (
    <QueryClientProvider client={queries}>
      <Portal />
      <Suspense>
        <Toasts />
      </Suspense>
    </QueryClientProvider>
  );
}

function Portal() {
  const session = useQuery({
    queryKey: [getPortalSession.id],
    queryFn: () => api.call(getPortalSession),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = session;
  const isEnded = useSession() === "ended";
  useHostTheme(data?.theme);
  useEffect(() => {
    if (data !== undefined) void loadFont();
  }, [data]);
  useEffect(() => {
    if (isEnded) say({ type: "plugboard-portal-expired" });
  }, [isEnded]);
  if (isEnded)
    return (
      <main className="page">
        <title>Webhooks</title>
        <div className="error" role="alert">
          <p>This session has expired. Open the portal again.</p>
        </div>
      </main>
    );
  if (data === undefined)
    return (
      <main className="page">
        <title>Webhooks</title>
        <ErrorMessage error={session.error} onRetry={() => void session.refetch()} />
        {session.isPending && <Skeleton rows={8} />}
      </main>
    );
  return (
    <PortalSessionContext value={data}>
      <RouterProvider router={portalRouter} />
    </PortalSessionContext>
  );
}
