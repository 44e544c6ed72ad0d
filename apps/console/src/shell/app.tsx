import "@plugboard/components-react/styles.css";
import "../ui/pages.css";
import "./shell.css";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { watchChanges } from "../data/live.ts";
import { mayRetry, retryDelay } from "../data/retry.ts";
import { noteRefusal, useSession } from "../data/session.ts";
import { lazy, Suspense, useEffect, useState } from "react";
import { type ConsoleProduct, ProductContext } from "../product/console-product.ts";
import { repairLanguage } from "../ui/repair-language.ts";
import { createConsoleRouter } from "./router.tsx";

repairLanguage();

const Toasts = lazy(async () => ({ default: (await import("../ui/toasts.tsx")).Toasts }));
const queries = new QueryClient({
  queryCache: new QueryCache({ onError: noteRefusal }),
  mutationCache: new MutationCache({ onError: noteRefusal }),
  // Requests fail immediately when offline instead of waiting silently.
  defaultOptions: {
    queries: { retry: mayRetry, retryDelay, networkMode: "always" },
    mutations: { networkMode: "always" },
  },
});

/** The console of a signed-in user. */
export function App({ product }: { readonly product: ConsoleProduct }) {
  const [router] = useState(() => createConsoleRouter(product.routes));
  const session = useSession();
  useEffect(() => (session === "signedIn" ? watchChanges(queries) : undefined), [session]);
  useEffect(() => {
    // A different user may have signed in, and requests that failed without a session can succeed now.
    if (session === "signedIn") void queries.invalidateQueries();
  }, [session]);
  return (
    <ProductContext value={product}>
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Suspense>
          <Toasts />
        </Suspense>
      </QueryClientProvider>
    </ProductContext>
  );
}
