import { createRequire } from "node:module";

/** A kind of machine; `process` fits. */
export interface MachineKind {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
}

const supported: Readonly<Record<string, readonly string[]>> = {
  linux: ["x64", "arm64"],
  darwin: ["x64", "arm64"],
};

/**
 * Finds the program that runs sandboxes.
 *
 * @throws {Error} when this machine has none, with the reason
 */
export function findWorkerd({ platform, arch }: MachineKind = process): string {
  if (!supported[platform]?.includes(arch)) {
    throw new Error(
      `Published scripts run on Linux and macOS, on x64 and arm64, and this is ${platform} on ${arch}. ` +
        "Integrations that are hosted at a URL work here all the same.",
    );
  }
  try {
    // Its package exports the path of the program for this machine, without types.
    const { default: path }: { readonly default: string } = createRequire(import.meta.url)("workerd");
    return path;
  } catch (cause) {
    throw new Error(
      `The program of workerd for ${platform} on ${arch} is not installed. It is an optional dependency of the package "workerd": ` +
        "install the packages again, and do not leave optional ones out.",
      { cause },
    );
  }
}
