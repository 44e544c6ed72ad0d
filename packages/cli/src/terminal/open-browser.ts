import { spawn } from "node:child_process";

const openers: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ["open"],
  win32: ["cmd", "/c", "start", ""],
};

/** Opens a URL in the user's browser, if there is one. Print the URL as well. */
export function openBrowser(url: string): void {
  const [command, ...words] = openers[process.platform] ?? (["xdg-open"] as const);
  spawn(command, [...words, url], { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
}
