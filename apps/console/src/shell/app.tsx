import "@plugboard/components-react/styles.css";
import "../ui/pages.css";
import "./shell.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { consoleQueries, firstData } from "../data/console-queries.ts";
import { watchChanges } from "../data/live.ts";
import { sessionQuery } from "../data/queries.ts";
import { useSession } from "../data/session.ts";
import { Suspense, useEffect, useState } from "react";
import { type ConsoleProduct, ProductContext } from "../product/console-product.ts";
import { lazy } from "../ui/lazy.ts";
import { loadFont } from "../ui/load-font.ts";
import { repairLanguage } from "../ui/repair-language.ts";
import { createConsoleRouter } from "./router.tsx";

repairLanguage();
void firstData().then(loadFont);

const Toasts = lazy(async () => {
  await firstData();
  return { default: (await import("../ui/toasts.tsx")).Toasts };
});
/** Reads what failed without a session again, and forgets everything if a different person has signed in. */
async function readAgain(): Promise<void> {
  const { queryKey } = sessionQuery;
  const before = consoleQueries.getQueryData(queryKey);
  if (before !== undefined) {
    await consoleQueries.invalidateQueries({ queryKey });
    const { person } = consoleQueries.getQueryData(queryKey) ?? before;
    if (person?.id !== before.person?.id) return await consoleQueries.resetQueries();
  }
  await consoleQueries.invalidateQueries();
}

/** The console of a signed-in user. */
export function App({ product }: { readonly product: ConsoleProduct }) {
  const [router] = useState(() => createConsoleRouter(product.routes));
  const session = useSession();
  useEffect(() => (session === "signedIn" ? watchChanges(consoleQueries) : undefined), [session]);
  useEffect(() => {
    if (session === "signedIn") void readAgain();
  }, [session]);
  return (
    <ProductContext value={product}>
      <QueryClientProvider client={consoleQueries}>
        <RouterProvider router={router} />
        <Suspense>
          <Toasts />
        </Suspense>
      </QueryClientProvider>
    </ProductContext>
  );
}
