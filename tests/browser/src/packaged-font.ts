import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { unpackChromium } from "./unpack-chromium.ts";

const faces = [
  ["OpenSans-Regular.ttf", "400", "normal"],
  ["OpenSans-Bold.ttf", "700", "normal"],
  ["OpenSans-Italic.ttf", "400", "italic"],
] as const;

/**
 * Returns CSS that defines the font of the browser's package as `family`, so that text looks the same on all
 * machines.
 */
export async function packagedFont(family: string): Promise<string> {
  const folder = join(await unpackChromium(), "fonts/fonts/Open_Sans");
  const rules = faces.map(async ([file, weight, style]) => {
    const data = await readFile(join(folder, file), "base64");
    return `@font-face { font-family: "${family}"; font-weight: ${weight}; font-style: ${style}; src: url(data:font/ttf;base64,${data}); }`;
  });
  return (await Promise.all(rules)).join("\n");
}
