/** The fields of a release that the integration needs. */
export interface Release {
  readonly repository: string;
  readonly tag: string;
  readonly url: string;
}

/** Parses the body of a `release` webhook; `undefined` for other webhooks. */
export function parseRelease(body: unknown): Release | undefined {
  const { action, release, repository } = object(body);
  const { tag_name: tag, html_url: url } = object(release);
  const { full_name: name } = object(repository);
  if (action !== "published" || typeof tag !== "string" || typeof url !== "string") return undefined;
  return typeof name === "string" ? { repository: name, tag, url } : undefined;
}

function object(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
