import type { UiContext, UiRenderResponse } from "@plugboard/api";
import { type ReactNode, useState } from "react";
import { createRoot } from "react-dom/client";
import { type ComponentEvent, ComponentView } from "../src/index.ts";
import { renderSample } from "./render-sample.ts";
import { createSamples } from "./samples/create-samples.ts";
import { pickerSample } from "./samples/modal-sample.tsx";
import type { Sample } from "./samples/sample.ts";
import "../src/styles/index.css";
import "./gallery.css";

const columns = createSamples(document.baseURI);
const samples = [...columns.flat(), pickerSample];
const channels = ["general", "random", "engineering", "design", "support", "announcements"];
const waitFor = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

async function dispatch(event: ComponentEvent): Promise<UiRenderResponse> {
  if (event.action !== undefined) await waitFor(500);
  return renderSample(samples, event);
}

async function loadOptions({
  query,
}: {
  query: string;
}): Promise<{ id: string; label: string; icon: string }[]> {
  const found = channels.filter((channel) => channel.includes(query.toLowerCase()));
  return found.map((channel) => ({ id: channel, label: channel, icon: "hash" }));
}

const parameters = new URLSearchParams(location.search);
const firstTheme = parameters.get("theme") === "dark" ? "dark" : "light";
/** A single sample, as the documentation shows it next to its source. */
const single = columns.flat().find(({ component }) => component.componentId === parameters.get("sample"));

function Gallery(): ReactNode {
  const [theme, setTheme] = useState<UiContext["theme"]>(firstTheme);
  return (
    <div className="gallery" data-theme={theme}>
      <header>
        <h1>Plugboard components</h1>
        <button type="button" onClick={() => setTheme(theme === "dark" ? "light" : "dark")}>
          {theme === "dark" ? "Light" : "Dark"}
        </button>
      </header>
      <main>
        {columns.map((samples, index) => (
          <div key={index}>
            {samples.map((sample) => (
              <Section key={sample.component.componentId} sample={sample} theme={theme} />
            ))}
          </div>
        ))}
      </main>
    </div>
  );
}

interface SampleProps {
  readonly sample: Sample;
  readonly theme: UiContext["theme"];
}

function Section({ sample, theme }: SampleProps): ReactNode {
  const { componentId } = sample.component;
  return (
    <section id={componentId} aria-labelledby={`${componentId}-title`}>
      <h2 id={`${componentId}-title`}>{sample.title}</h2>
      <SampleView sample={sample} theme={theme} />
    </section>
  );
}

function SampleView({ sample, theme }: SampleProps): ReactNode {
  return (
    <ComponentView
      componentId={sample.component.componentId}
      props={{}}
      context={{ type: "document", theme }}
      dispatch={dispatch}
      loadOptions={loadOptions}
    />
  );
}

createRoot(document.querySelector("#root") ?? document.body).render(
  single === undefined ? (
    <Gallery />
  ) : (
    <main className="gallery single" data-theme={firstTheme}>
      <SampleView sample={single} theme={firstTheme} />
    </main>
  ),
);
