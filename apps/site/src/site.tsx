import type { UiRenderResponse } from "@plugboard/api";
import type { Problem, SelectOption } from "@plugboard/api/client";
import { type ComponentEvent, ComponentView, type OptionsRequest } from "@plugboard/components-react";
import "@plugboard/components-react/styles.css";
import { type ReactNode, useMemo, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import "./site.css";

// Renders the blocks of a page into the server's placeholders. All requests go to the site's own origin: the
// server reads the props from the page and calls the integration.

const darkMode = matchMedia("(prefers-color-scheme: dark)");
const noProps = {};

interface BlockProps {
  /** The URL at which the server renders the block. */
  readonly url: string;
  readonly componentId: string;
}

function Block({ url, componentId }: BlockProps): ReactNode {
  const theme = useSyncExternalStore(followTheme, readTheme);
  const context = useMemo(() => ({ type: "document" as const, theme, editable: false }), [theme]);
  return (
    <ComponentView
      componentId={componentId}
      props={noProps}
      context={context}
      dispatch={(event) => render(url, event)}
      loadOptions={(request) => loadOptions(url, request)}
    />
  );
}

function readTheme(): "dark" | "light" {
  return darkMode.matches ? "dark" : "light";
}

function followTheme(onChange: () => void): () => void {
  darkMode.addEventListener("change", onChange);
  return () => darkMode.removeEventListener("change", onChange);
}

async function render(url: string, event: ComponentEvent): Promise<UiRenderResponse> {
  const response = await fetch(url, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json" },
    body: JSON.stringify(event),
  });
  if (response.ok) return await response.json();
  const problem: Partial<Problem> = await response.json().catch(() => ({}));
  throw new Error(problem.detail ?? "This block can’t be shown right now.");
}

async function loadOptions(block: string, { url, query }: OptionsRequest): Promise<readonly SelectOption[]> {
  const asked = new URLSearchParams({ url, ...(query !== "" && { query }) });
  const response = await fetch(`${block}/options?${asked.toString()}`);
  if (!response.ok) throw new Error("Couldn’t load the options.");
  // The route declares the response, and the view validates it.
  const { items }: { readonly items: readonly SelectOption[] } = await response.json();
  return items;
}

for (const place of document.querySelectorAll<HTMLElement>("[data-block]")) {
  const { block = "", component = "" } = place.dataset;
  const { blocks = "" } = place.closest<HTMLElement>("[data-blocks]")?.dataset ?? {};
  createRoot(place).render(<Block url={`${blocks}/${block}`} componentId={component} />);
}
