import { createRootRoute, type ErrorComponentProps, Link, retainSearchParams } from "@tanstack/react-router";
import { frameOfHost, isEmbeddedPage } from "../data/embedded-page.ts";
import { readText } from "../data/search.ts";
import { EmbeddedLayout } from "../embed/embedded-layout.tsx";
import { ErrorMessage } from "../ui/error-message.tsx";
import { Page } from "../ui/page.tsx";
import { Layout } from "./layout.tsx";

interface RootSearch {
  /** The ID of the current organization. Defaults to the first one. */
  readonly organization?: string | undefined;
  /** Kept for a reload of an embedded page. */
  readonly frame?: string | undefined;
}

/** The parent of all routes of the console. */
export const root = createRootRoute({
  component: isEmbeddedPage ? EmbeddedLayout : Layout,
  validateSearch: ({ organization }): RootSearch => ({
    organization: readText(organization),
    ...(frameOfHost !== undefined && { frame: frameOfHost }),
  }),
  search: { middlewares: [retainSearchParams<RootSearch>(["organization", "frame"])] },
  notFoundComponent: NotFound,
  errorComponent: Failed,
});

function NotFound() {
  return (
    <Page title="Not found">
      <p className="hint">
        This page doesn’t exist. <Link to="/">Go to the overview</Link>
      </p>
    </Page>
  );
}

function Failed({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="Something went wrong">
      <ErrorMessage error={error instanceof Error ? error : new Error(String(error))} onRetry={reset} />
    </Page>
  );
}
