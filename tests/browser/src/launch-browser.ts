import { join } from "node:path";
import { chromium, type Browser } from "playwright-core";
import { unpackChromium } from "./unpack-chromium.ts";

// The binary's package also recommends --single-process and --disable-web-security. They are left out on purpose: with
// them neither sandboxed frames nor origins behave as they do for a user, and those are what the tests look at.
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

/** Whether the registry has a browser for this machine: the same one everywhere, so that pictures can be compared. */
export const hasPackagedBrowser: boolean = process.platform === "linux" && process.arch === "x64";

/**
 * Starts a headless Chromium. On Linux its binary, shared libraries and fonts all come from the package registry: nothing has
 * to be installed on the machine. Elsewhere it is the Chrome or Edge that is installed. The caller closes it.
 */
export async function launchBrowser(): Promise<Browser> {
  return hasPackagedBrowser ? launchPackagedBrowser() : launchInstalledBrowser();
}

async function launchPackagedBrowser(): Promise<Browser> {
  const folder = await unpackChromium();
  const libraries = [join(folder, "al2023/lib"), process.env["LD_LIBRARY_PATH"]].filter(Boolean).join(":");
  return chromium.launch({
    executablePath: join(folder, "chromium"),
    args: chromiumArguments,
    env: {
      ...definedEnvironment(),
      LD_LIBRARY_PATH: libraries,
      FONTCONFIG_FILE: join(folder, "fonts.conf"),
      // What a page is given as the reader's language; that of a machine without one is no language tag.
      LANG: "en_US.UTF-8",
    },
  });
}

async function launchInstalledBrowser(): Promise<Browser> {
  for (const channel of ["chrome", "msedge", "chromium"]) {
    const browser = await chromium.launch({ channel, args: chromiumArguments }).catch(() => undefined);
    if (browser !== undefined) return browser;
  }
  throw new Error("No browser was found. Install Google Chrome or Microsoft Edge to run these tests.");
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
