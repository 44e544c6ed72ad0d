export const formatNote = (kind: string, title: string, people: number): string =>
  `${kind}: ${title} by ${people}`;
