import type { SiteSections } from "@plugboard/content/types";

/** A section or variant, with its path below the site. */
interface Entry {
  readonly path: string;
  readonly name: string;
  readonly fields: string;
}

/** Describes how the sections of a site differ from those that someone else saved later. */
export function listSectionChanges(before: SiteSections, after: SiteSections): readonly string[] {
  const [old, current] = [listEntries(before), listEntries(after)];
  const find = (entries: readonly Entry[], path: string) => entries.find((entry) => entry.path === path);
  const removed = old.filter(({ path }) => find(current, path) === undefined);
  const changes = current.flatMap(({ path, name, fields }) => {
    const previous = find(old, path);
    if (previous === undefined) return [`Added ${name}`];
    return previous.fields === fields ? [] : [`Changed ${name}`];
  });
  const orderOf = (entries: readonly Entry[], others: readonly Entry[]) =>
    entries.flatMap(({ path }) => (find(others, path) === undefined ? [] : [path])).join("\n");
  const isReordered = orderOf(old, current) !== orderOf(current, old);
  return [
    ...changes,
    ...removed.map(({ name }) => `Removed ${name}`),
    ...(isReordered ? ["Changed the order"] : []),
  ];
}

function listEntries({ home, sections }: SiteSections): readonly Entry[] {
  return [{ ...home, path: "" }, ...sections].flatMap(({ variants = [], ...section }) => {
    const { path } = section;
    return [
      toEntry(section),
      ...variants.map((variant) =>
        toEntry({ ...variant, path: path === "" ? variant.path : `${path}/${variant.path}` }),
      ),
    ];
  });
}

function toEntry({
  path,
  title,
  spaceId,
  language,
  variantTitle,
}: {
  readonly path: string;
  readonly title: string;
  readonly spaceId?: string;
  readonly language?: string | undefined;
  readonly variantTitle?: string | undefined;
}): Entry {
  return {
    path,
    name: path === "" ? "the first tab" : `${title} (${path})`,
    fields: JSON.stringify([title, spaceId, language, variantTitle]),
  };
}
