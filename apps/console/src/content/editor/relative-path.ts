/** Returns the link from one file to another, such as `../guides/setup.md`. Both paths are below the same folder. */
export function relativePath(from: string, to: string): string {
  const folders = from.split("/").slice(0, -1);
  const target = to.split("/");
  const isShared = (folder: string, index: number): boolean =>
    folder === target[index] && index < target.length - 1;
  const first = folders.findIndex((folder, index) => !isShared(folder, index));
  const common = first === -1 ? folders.length : first;
  return [...folders.slice(common).map(() => ".."), ...target.slice(common)].map(encodePart).join("/");
}

/** Encodes everything that would end a link in Markdown. */
function encodePart(part: string): string {
  return encodeURIComponent(part).replaceAll(
    /[()*']/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
}
