/** Hides `node:crypto` from the signer. Import it before the signer, which looks it up once on load. */
export const nodeCryptoIsHidden: boolean =
  typeof process === "undefined" || Reflect.defineProperty(process, "getBuiltinModule", { value: undefined });
