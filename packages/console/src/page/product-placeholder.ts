/** The texts that stand for a product in built pages, until the server fills in its title and pages. */
export const productPlaceholder = {
  /** The title of the product. */
  product: "product-placeholder",
  /** The path and title of the product's page in the navigation. */
  path: "/page-placeholder",
  title: "page-title-placeholder",
} as const;
