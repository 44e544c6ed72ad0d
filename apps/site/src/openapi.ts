import type { ComponentType, createElement } from "react";
import SwaggerUIBundle from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "./openapi.css";

// Shows an OpenAPI document of a site. It can't call the API: the page's policy only allows connections to
// the site.

/** The props the renderer passes to a layout. */
interface LayoutProps {
  readonly getComponent: (name: string, isContainer: true) => ComponentType;
  readonly specSelectors: {
    readonly specStr: () => string;
    readonly loadingStatus: () => string | undefined;
  };
}

/** Renders the document inside a page that already has a title and main landmark. */
function sitePlugin({ React }: { readonly React: { readonly createElement: typeof createElement } }) {
  const SiteLayout = ({ getComponent, specSelectors }: LayoutProps) => {
    const { createElement: h } = React;
    const show = (name: string) => h(getComponent(name, true));
    const isLoaded = specSelectors.specStr() !== "" && specSelectors.loadingStatus() === "success";
    // The renderer's own layout shows loading and errors.
    if (!isLoaded) return show("BaseLayout");
    return h(
      "div",
      { className: "swagger-ui" },
      show("InfoContainer"),
      h("h2", undefined, "Operations"),
      show("operations"),
      show("Models"),
    );
  };
  return { components: { SiteLayout } };
}

const place = document.querySelector<HTMLElement>("#api-reference");
const darkMode = matchMedia("(prefers-color-scheme: dark)");

/** The renderer's dark styles depend on a class. */
function followTheme(): void {
  const { theme } = document.documentElement.dataset;
  const isDark = theme === "dark" || (theme !== "light" && darkMode.matches);
  document.documentElement.classList.toggle("dark-mode", isDark);
}

if (place !== null) {
  followTheme();
  darkMode.addEventListener("change", followTheme);
  SwaggerUIBundle({
    domNode: place,
    url: place.dataset["document"] ?? "",
    plugins: [sitePlugin],
    layout: "SiteLayout",
    supportedSubmitMethods: [],
    validatorUrl: null,
    docExpansion: "list",
    deepLinking: false,
  });
}
