export { findViolations, type ViolationSearch } from "./find-violations.ts";
export { blockThirdPartyCookies, hasPackagedBrowser, launchBrowser } from "./launch-browser.ts";
export { packagedFont } from "./packaged-font.ts";
export { serveFolder } from "./serve-folder.ts";
