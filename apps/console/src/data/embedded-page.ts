/** Whether this page is in a frame of the product, without the console's navigation. */
export const isEmbeddedPage: boolean = /^\/embed(\/|$)/.test(location.pathname);
