/** The provider's only client. */
export interface ProviderClient {
  readonly clientId: string;
  readonly clientSecret: string;
}

/**
 * Returns whether a request is authenticated as the client, in a header or the body (RFC 6749 section 2.3.1).
 */
export function isClient(request: Request, sent: URLSearchParams, client: ProviderClient): boolean {
  const header = request.headers.get("authorization");
  const [id, secret] =
    header === null ? [sent.get("client_id"), sent.get("client_secret")] : parseBasic(header);
  return id === client.clientId && secret === client.clientSecret;
}

function parseBasic(header: string): readonly (string | undefined)[] {
  const [scheme, credentials = ""] = header.split(" ");
  return scheme === "Basic" ? atob(credentials).split(":").map(decodeURIComponent) : [];
}
