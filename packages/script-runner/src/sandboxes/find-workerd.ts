import { createRequire } from "node:module";

/** A platform and architecture. `process` fits. */
export interface MachineKind {
  readonly platform: NodeJS.Platform;
  readonly arch: string;
}

const supported: Readonly<Record<string, readonly string[]>> = {
  linux: ["x64", "arm64"],
  darwin: ["x64", "arm64"],
};

/**
 * Returns the path of the workerd binary.
 *
 * @throws {Error} if this machine has none, with the reason
 */
export function findWorkerd({ platform, arch }: MachineKind = process): string {
  if (!supported[platform]?.includes(arch)) {
    throw new Error(
      `Published scripts run on Linux and macOS, on x64 and arm64, and this is ${platform} on ${arch}. ` +
        "Integrations hosted at a URL still work here.",
    );
  }
  try {
    // The package exports the binary's path for this machine, without types.
    const { default: path }: { readonly default: string } = createRequire(import.meta.url)("workerd");
    return path;
  } catch (cause) {
    throw new Error(
      `The workerd binary for ${platform} on ${arch} is not installed. It is an optional dependency of the package "workerd": ` +
        "reinstall the packages without omitting optional dependencies.",
      { cause },
    );
  }
}
