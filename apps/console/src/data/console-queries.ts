import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { mayRetry, retryDelay } from "./retry.ts";
import { isPortalPage } from "./portal-page.ts";
import { noteRefusal } from "./session.ts";

/** The console's query client. The portal has its own. */
export const consoleQueries = new QueryClient({
  queryCache: new QueryCache({ onError: noteRefusal }),
  mutationCache: new MutationCache({ onError: noteRefusal }),
  // Requests fail immediately when offline instead of waiting silently.
  defaultOptions: {
    queries: { retry: mayRetry, retryDelay, networkMode: "always" },
    mutations: { networkMode: "always" },
  },
});

const pollMilliseconds = 50;
const maxMilliseconds = 3000;

/**
 * Waits for the data of the first page, at most three seconds. Scripts that the first view doesn't need wait for
 * it, because they would delay the data on slow connections. The portal has its own data and doesn't wait.
 */
export async function firstData(): Promise<void> {
  if (isPortalPage) return;
  const end = performance.now() + maxMilliseconds;
  const isLoading = (): boolean =>
    consoleQueries.isFetching() > 0 || consoleQueries.getQueryCache().getAll().length === 0;
  do await new Promise((resolve) => setTimeout(resolve, pollMilliseconds));
  while (isLoading() && performance.now() < end);
}
