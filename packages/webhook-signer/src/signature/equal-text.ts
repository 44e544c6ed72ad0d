/** Compares two texts in a time that depends on their lengths alone, not on where they differ. */
export function equalText(left: string, right: string): boolean {
  if (left.length !== right.length) return false;
  let difference = 0;
  // Never left early: every character is looked at, whatever was found before.
  for (let index = 0; index < right.length; index += 1) {
    difference |= left.charCodeAt(index) ^ right.charCodeAt(index);
  }
  return difference === 0;
}
