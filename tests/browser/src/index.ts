export { launchBrowser } from "./launch-browser.ts";
export { serveFolder } from "./serve-folder.ts";
