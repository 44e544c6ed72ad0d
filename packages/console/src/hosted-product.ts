export type { ProductDeclaration, ProductPage } from "./page/product-declaration.ts";

/** The action that causes a product's first event. The checklist of the overview links to it. */
export interface FirstEvent {
  /** The path of a page in the console. */
  readonly to: string;
  readonly title: string;
  readonly hint: string;
}

/**
 * Shows a page in an element of the console. Returns a function that is called when the user leaves the page or selects
 * another organization.
 */
export type ShowPage = (
  element: HTMLElement,
  context: { readonly organizationId: string },
) => (() => void) | void;

/**
 * A product's part of the console, as the export `product` of a module that the product serves. Kinds of resources,
 * scopes and event types come from the API.
 *
 * @example
 * ```ts
 * import type { HostedProduct } from "@plugboard/console/product";
 *
 * export const product: HostedProduct = {
 *   signInUrl: "/sign-in",
 *   resources: { project: "/organizations/{organizationId}/projects" },
 *   pages: { "/projects": (element) => element.append("Projects") },
 *   firstEvent: { to: "/projects", title: "Open an issue", hint: "It sends the event issue_opened." },
 * };
 * ```
 */
export interface HostedProduct {
  readonly firstEvent: FirstEvent;
  /**
   * The URL of its sign-in page. The console adds the parameter `return` with the path of the page to return to.
   */
  readonly signInUrl: string;
  /** The list operation of each kind of resource. Its items have an `id` and a `title`. */
  readonly resources: Readonly<Record<string, `/organizations/{organizationId}/${string}`>>;
  /** Shows each page that the server declares, by its path. */
  readonly pages: Readonly<Record<string, ShowPage>>;
}
