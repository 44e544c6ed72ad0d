import type * as buffer from "node:buffer";
import type * as crypto from "node:crypto";

/** The parts of `node:crypto` and `node:buffer` this package uses. */
export interface NodeCrypto
  extends Pick<typeof crypto, "createHmac">,
    Partial<Pick<typeof crypto, "hash">>,
    Pick<typeof buffer, "Buffer"> {}

/** `node:crypto` where the runtime has it: synchronous, and several times faster than WebCrypto. */
export const nodeCrypto: NodeCrypto | undefined = loadNodeCrypto(globalThis.process);

// Asked for at run time instead of imported, so that a bundle for the browser needs no replacement for it.
function loadNodeCrypto(runtime: Partial<NodeJS.Process> | undefined): NodeCrypto | undefined {
  const crypto = runtime?.getBuiltinModule?.("node:crypto");
  const buffer = runtime?.getBuiltinModule?.("node:buffer");
  if (crypto === undefined || buffer === undefined) return undefined;
  const { createHmac, hash } = crypto;
  return { createHmac, hash, Buffer: buffer.Buffer };
}
