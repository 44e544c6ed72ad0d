export { type EmbeddedPage, embeddedPage } from "./page/embedded-page.ts";
export { fillFirstPage } from "./page/fill-first-page.ts";
export { themeCookieName, withTheme } from "./page/with-theme.ts";
export { productPlaceholder } from "./page/product-placeholder.ts";
