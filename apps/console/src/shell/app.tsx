import "./shell.css";
import { Tooltip } from "@base-ui/react/tooltip";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { watchChanges } from "../data/live.ts";
import { noteRefusal, useSession } from "../data/session.ts";
import { Toasts } from "../ui/toasts.tsx";
import { useEffect } from "react";
import { router } from "./router.tsx";

const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noteRefusal }),
  mutationCache: new MutationCache({ onError: noteRefusal }),
  defaultOptions: { queries: { retry: false } },
});

/** The console of whoever is signed in. */
export function App() {
  const session = useSession();
  useEffect(() => (session === "signedIn" ? watchChanges(queries) : undefined), [session]);
  useEffect(() => {
    // Another person may have signed in, and what failed without a session can be read now.
    if (session === "signedIn") void queries.invalidateQueries();
  }, [session]);
  return (
    <QueryClientProvider client={queries}>
      <Tooltip.Provider>
        <RouterProvider router={router} />
        <Toasts />
      </Tooltip.Provider>
    </QueryClientProvider>
  );
}
