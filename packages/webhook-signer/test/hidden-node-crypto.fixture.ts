/**
 * Takes away what the signer asks for `node:crypto`. Import this before the signer: it decides once, when it is loaded.
 */
export const nodeCryptoIsHidden: boolean =
  typeof process === "undefined" || Reflect.defineProperty(process, "getBuiltinModule", { value: undefined });
