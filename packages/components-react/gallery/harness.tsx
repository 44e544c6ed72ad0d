import { createRoot } from "react-dom/client";
import { type ComponentHost, ComponentView, type ComponentViewProps } from "../src/index.ts";
import "../src/styles/index.css";

declare global {
  interface Window {
    /** The page's functions, set by the test. */
    harness: Required<ComponentHost>;
    /** Changes the view's props, as a page does on rerender. */
    show: (changed: Partial<Pick<ComponentViewProps, "props" | "context">>) => void;
  }
}

const root = createRoot(document.querySelector("#root") ?? document.body);
const context = { type: "document", theme: "light" } as const;

window.show = (changed) => {
  root.render(
    <>
      <button type="button">Before</button>
      <ComponentView componentId="main" props={{}} context={context} {...window.harness} {...changed} />
      <button type="button">After</button>
    </>,
  );
};
window.show({});
