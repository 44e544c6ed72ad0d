/** A page that a product adds to the console. */
export interface ProductPage {
  /** Its path in the console, such as `/projects`. */
  readonly path: string;
  /** Its title, also in the navigation. */
  readonly title: string;
}

/** The parts of a product that its server declares, for the console's first HTML and for its scripts. */
export interface ProductDeclaration {
  /** The URL of the module that exports your `product`, such as `/console-product.js`. */
  readonly module: string;
  /** The product's name, above the navigation of narrow windows and in the titles of browser tabs. */
  readonly title: string;
  /** Its pages in the navigation. The module shows them. */
  readonly pages: readonly ProductPage[];
}
