import type { JsonObject, UiRenderResponse } from "@plugboard/api";
import { type ComponentEvent, ComponentView, observeHeight } from "@plugboard/components-react";
import "@plugboard/components-react/styles.css";
import { type ReactNode, useMemo, useSyncExternalStore } from "react";
import { createRoot } from "react-dom/client";
import { connectToHost } from "./connect-to-host.ts";
import { applyHostTheme, type HostContext } from "./host-theme.ts";
import "./tool-view.css";

// Shows a tool's result as a component in an AI agent (MCP Apps, SEP-1865). The server embeds this script into the
// page, whose root names the tool, the component and the tools that render it.

const protocolVersion = "2026-01-26";
const root = document.querySelector<HTMLElement>("[data-tool]") ?? document.body;
const { tool = "", component = "", renderTool = "", useTool = "" } = root.dataset;

/** The result of a tool call. */
interface ToolResult {
  readonly isError?: boolean;
  readonly structuredContent?: JsonObject;
  readonly content?: readonly { readonly text?: string }[];
}

/** The displayed result, or a message without one. */
type Shown = { readonly props: JsonObject } | { readonly message: string };

interface ViewState {
  readonly shown: Shown;
  readonly theme: "light" | "dark";
}

let state: ViewState = {
  shown: { message: "Loading…" },
  theme: matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light",
};
const listeners = new Set<() => void>();

function update(changes: Partial<ViewState>): void {
  state = { ...state, ...changes };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const host = connectToHost((method, params) => {
  if (method === "ui/notifications/tool-result") update({ shown: toShown(toResult(params)) });
  if (method === "ui/notifications/tool-cancelled")
    update({ shown: { message: "The tool call was canceled." } });
  if (method === "ui/notifications/host-context-changed") followHost(toObject<HostContext>(params));
});

function ToolView(): ReactNode {
  const { shown, theme } = useSyncExternalStore(subscribe, () => state);
  const context = useMemo(() => ({ type: "document" as const, theme }), [theme]);
  if ("message" in shown) return <p className="tool-notice">{shown.message}</p>;
  return (
    <ComponentView
      componentId={component}
      props={shown.props}
      context={context}
      dispatch={dispatch}
      openUrl={openUrl}
    />
  );
}

async function dispatch({ context, action, ...event }: ComponentEvent): Promise<UiRenderResponse> {
  const result = toResult(
    await host.request("tools/call", {
      name: action === undefined ? renderTool : useTool,
      arguments: {
        tool,
        request: { theme: context.theme, ...event, ...(action !== undefined && { action }) },
      },
    }),
  );
  if (result.isError === true || result.structuredContent === undefined) throw new Error(textOf(result));
  // The tool declares the response, and the view validates it.
  return result.structuredContent as unknown as UiRenderResponse;
}

/** Asks the host to open a link, because the frame's sandbox blocks new windows. */
function openUrl(url: string): void {
  void host.request("ui/open-link", { url }).catch(() => {});
}

function toShown(result: ToolResult): Shown {
  if (result.isError === true || result.structuredContent === undefined) return { message: textOf(result) };
  return { props: result.structuredContent };
}

function textOf({ content = [] }: ToolResult): string {
  return content.map(({ text = "" }) => text).join("\n") || "The tool returned no result.";
}

function toResult(params: unknown): ToolResult {
  return toObject<ToolResult>(params);
}

// The host checked the protocol's messages. Fields that lack are handled as missing.
function toObject<Fields extends object>(value: unknown): Partial<Fields> {
  return typeof value === "object" && value !== null ? value : {};
}

function followHost(context: HostContext): void {
  applyHostTheme(context);
  if (context.theme !== undefined) update({ theme: context.theme });
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement)) return;
  event.preventDefault();
  openUrl(link.href);
});

const { hostContext } = toObject<{ hostContext: HostContext }>(
  await host.request("ui/initialize", {
    appInfo: { name: "plugboard", version: "1.0.0" },
    appCapabilities: { availableDisplayModes: ["inline"] },
    protocolVersion,
  }),
);
followHost(hostContext ?? {});
createRoot(root).render(<ToolView />);
host.notify("ui/notifications/initialized", {});
observeHeight(document.body, (height) => {
  const width = Math.ceil(document.body.getBoundingClientRect().width);
  host.notify("ui/notifications/size-changed", { width, height });
});
