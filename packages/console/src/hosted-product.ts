/** The action that causes a product's first event. The checklist of the overview links to it. */
export interface FirstEvent {
  /** The path of a page in the console. */
  readonly to: string;
  readonly title: string;
  readonly hint: string;
}

/** A page that a product adds to the console. */
export interface HostedPage {
  /** Its path in the console, such as `/projects`. */
  readonly path: string;
  /** Its title, also in the navigation. */
  readonly title: string;
  /**
   * Shows the page in an element of the console. Returns a function that is called when the user leaves the page or
   * selects another organization.
   */
  readonly show: (element: HTMLElement, context: { readonly organizationId: string }) => (() => void) | void;
}

/**
 * A product's part of the console, as the export `product` of a module that the product serves. Kinds of resources,
 * scopes and event types come from the API.
 *
 * @example
 * ```ts
 * import type { HostedProduct } from "@plugboard/console/product";
 *
 * export const product: HostedProduct = {
 *   title: "Tracker",
 *   signInUrl: "/sign-in",
 *   resources: { project: "/organizations/{organizationId}/projects" },
 *   pages: [{ path: "/projects", title: "Projects", show: (element) => element.append("Projects") }],
 *   firstEvent: { to: "/projects", title: "Open an issue", hint: "It sends the event issue_opened." },
 * };
 * ```
 */
export interface HostedProduct {
  /** The product's name, above the navigation of narrow windows and in the titles of browser tabs. */
  readonly title: string;
  readonly firstEvent: FirstEvent;
  /**
   * The URL of its sign-in page. The console adds the parameter `return` with the path of the page to return to.
   */
  readonly signInUrl: string;
  /** The list operation of each kind of resource. Its items have an `id` and a `title`. */
  readonly resources: Readonly<Record<string, `/organizations/{organizationId}/${string}`>>;
  readonly pages: readonly HostedPage[];
}
