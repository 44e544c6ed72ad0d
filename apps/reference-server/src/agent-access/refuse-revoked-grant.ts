/** The codes of foreign key violations in SQLite and PostgreSQL. */
const violations: ReadonlySet<unknown> = new Set([787, "23503"]);

/**
 * Returns the refusal of a token request whose grant was revoked while its tokens were stored, for example because
 * its code was used twice at the same time. Throws all other errors. Source: RFC 6749, section 5.2.
 */
export function refuseRevokedGrant({ url }: Request, error: unknown): Response {
  const { code, errcode } = Object(error);
  const isRevoked =
    new URL(url).pathname.endsWith("/oauth2/token") && (violations.has(code) || violations.has(errcode));
  if (!isRevoked) throw error;
  const body = { error: "invalid_grant", error_description: "The code or refresh token was revoked." };
  return Response.json(body, { status: 400 });
}
