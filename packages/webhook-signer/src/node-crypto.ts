import type * as buffer from "node:buffer";
import type * as crypto from "node:crypto";

type NodeCrypto = Pick<typeof crypto, "createHmac" | "timingSafeEqual"> & Pick<typeof buffer, "Buffer">;

/**
 * The parts of `node:crypto` this package uses, where the runtime has them: its HMAC is synchronous and several times
 * faster than WebCrypto's.
 */
export const nodeCrypto: NodeCrypto | undefined = loadNodeCrypto(globalThis.process);

// Asked for at run time instead of imported, so that a bundle for the browser needs no replacement for it.
function loadNodeCrypto(runtime: Partial<NodeJS.Process> | undefined): NodeCrypto | undefined {
  const crypto = runtime?.getBuiltinModule?.("node:crypto");
  const buffer = runtime?.getBuiltinModule?.("node:buffer");
  if (crypto === undefined || buffer === undefined) return undefined;
  return { createHmac: crypto.createHmac, timingSafeEqual: crypto.timingSafeEqual, Buffer: buffer.Buffer };
}
