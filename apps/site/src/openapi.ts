import type { ComponentType, createElement } from "react";
import SwaggerUIBundle from "swagger-ui-dist/swagger-ui-es-bundle.js";
import "swagger-ui-dist/swagger-ui.css";
import "./openapi.css";

// Shows an OpenAPI document of a site. Nothing in it is called: the page's policy lets it reach the site alone.

/** What the renderer hands to a layout. */
interface LayoutProps {
  readonly getComponent: (name: string, isContainer: true) => ComponentType;
  readonly specSelectors: {
    readonly specStr: () => string;
    readonly loadingStatus: () => string | undefined;
  };
}

/** The document inside a page that has its title and main landmark already. */
function sitePlugin({ React }: { readonly React: { readonly createElement: typeof createElement } }) {
  const SiteLayout = ({ getComponent, specSelectors }: LayoutProps) => {
    const { createElement: h } = React;
    const show = (name: string) => h(getComponent(name, true));
    const isLoaded = specSelectors.specStr() !== "" && specSelectors.loadingStatus() === "success";
    // The renderer's own layout says what it waits for, and what went wrong.
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

/** The renderer's own styles for dark pages hang on a class. */
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
