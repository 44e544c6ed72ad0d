/**
 * Returns an error message if the Node.js version is older than an `engines` range such as `>=22.19`, `undefined`
 * otherwise. Must run on old versions.
 */
export function explainOldNode(version: string, range: string): string | undefined {
  const oldest = range.replace(/^>=/, "");
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split(".").map(Number);
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `plugboard needs Node.js ${oldest} or later, and this is ${version}. Install a newer one from https://nodejs.org.`;
}
