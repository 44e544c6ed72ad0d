import { type NodeCrypto, nodeCrypto } from "./node-crypto.ts";

/** Compares two texts in a time that depends on their length alone, not on where they differ. */
export const equalText: (left: string, right: string) => boolean =
  nodeCrypto === undefined ? equalTextPortably : equalTextByNode(nodeCrypto);

function equalTextByNode({ Buffer, timingSafeEqual }: NodeCrypto) {
  return (left: string, right: string): boolean => {
    const leftBytes = Buffer.from(left);
    const rightBytes = Buffer.from(right);
    return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes);
  };
}

function equalTextPortably(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  // Never left early: every character is looked at, whatever was found before.
  for (let index = 0; index < left.length; index += 1) {
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  }
  return difference === 0;
}
