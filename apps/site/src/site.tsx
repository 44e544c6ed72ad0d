import type { UiRenderResponse } from "@plugboard/api";
import type { Problem, SelectOption } from "@plugboard/api/client";
import { type ComponentEvent, ComponentView, type OptionsRequest } from "@plugboard/components-react";
import "@plugboard/components-react/styles.css";
import { type ReactNode, useMemo, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import "./site.css";

// Shows the blocks of a page where the server left room for them. Everything goes through the site's own origin: the server
// knows what is in the page, and asks the integration.

const darkMode = matchMedia("(prefers-color-scheme: dark)");
const noProps = {};

interface BlockProps {
  /** Where the server renders the block. */
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
  throw new Error(problem.detail ?? "The block cannot be shown at the moment.");
}

async function loadOptions(block: string, { url, query }: OptionsRequest): Promise<readonly SelectOption[]> {
  const asked = new URLSearchParams({ url, ...(query !== "" && { query }) });
  const response = await fetch(`${block}/options?${asked.toString()}`);
  if (!response.ok) throw new Error("The options cannot be shown at the moment.");
  // What the site sends is written down in its route, and is checked where it is shown.
  const { items }: { readonly items: readonly SelectOption[] } = await response.json();
  return items;
}

for (const place of document.querySelectorAll<HTMLElement>("[data-block]")) {
  const { block = "", component = "" } = place.dataset;
  const { blocks = "" } = place.closest<HTMLElement>("[data-blocks]")?.dataset ?? {};
  createRoot(place).render(<Block url={`${blocks}/${block}`} componentId={component} />);
}
