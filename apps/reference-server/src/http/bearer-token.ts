/**
 * Returns the token of the `Authorization` header, or everything after the scheme if it isn't one token, so that the
 * request is refused and doesn't count as one without a token. Source: RFC 6750, section 2.1.
 */
export function bearerTokenOf(headers: Headers): string | undefined {
  const [, token] = /^bearer +(.+)$/i.exec(headers.get("authorization") ?? "") ?? [];
  return token;
}
