import { lazy } from "../../ui/lazy.ts";

/** The dialog for a page action, loaded once it opens. Render it in `Suspense`. */
export const LazyPageDialog = lazy(async () => ({ default: (await import("./page-dialog.tsx")).PageDialog }));
