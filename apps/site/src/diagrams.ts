import { drawDiagram } from "./draw-diagram.ts";

// Draws the diagrams of a page above their text, which stays readable without this script and if it isn't valid.

const darkMode = matchMedia("(prefers-color-scheme: dark)");

async function show(place: HTMLElement, image: HTMLImageElement): Promise<void> {
  const { theme } = document.documentElement.dataset;
  const isDark = theme === "dark" || (theme !== "light" && darkMode.matches);
  const { url, title } = await drawDiagram(
    place.querySelector("pre")?.textContent ?? "",
    isDark ? "dark" : "light",
  );
  image.src = url;
  image.alt = title ?? place.dataset["label"] ?? "";
  if (image.isConnected) return;
  const source = document.createElement("details");
  const summary = document.createElement("summary");
  summary.textContent = place.dataset["sourceLabel"] ?? "";
  source.append(summary, ...place.childNodes);
  place.append(image, source);
}

for (const place of document.querySelectorAll<HTMLElement>("[data-diagram]")) {
  const image = document.createElement("img");
  const draw = (): void => void show(place, image).catch(() => {});
  draw();
  darkMode.addEventListener("change", draw);
}
