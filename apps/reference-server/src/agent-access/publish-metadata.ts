import * as z from "zod";

/**
 * The parts of the authorization server's metadata that apply to agents. The provider also advertises features of
 * its other endpoints, and proofs of possession (DPoP), which the MCP endpoint doesn't check.
 */
const publishedFields: ReadonlySet<string> = new Set([
  "issuer",
  "authorization_endpoint",
  "token_endpoint",
  "revocation_endpoint",
  "scopes_supported",
  "response_types_supported",
  "response_modes_supported",
  "grant_types_supported",
  "code_challenge_methods_supported",
  "authorization_response_iss_parameter_supported",
  "client_id_metadata_document_supported",
]);

/** Agents have no shared secrets. */
const authMethods = ["none", "private_key_jwt"];

/** Returns the metadata of the authorization server without features that agents can't use. */
export async function publishMetadata(response: Response): Promise<Response> {
  const metadata = z.record(z.string(), z.unknown()).parse(await response.json());
  const algorithms = metadata["token_endpoint_auth_signing_alg_values_supported"];
  const published = Object.fromEntries(
    Object.entries(metadata).filter(([name]) => publishedFields.has(name)),
  );
  return Response.json(
    {
      ...published,
      token_endpoint_auth_methods_supported: authMethods,
      token_endpoint_auth_signing_alg_values_supported: algorithms,
      revocation_endpoint_auth_methods_supported: authMethods,
      revocation_endpoint_auth_signing_alg_values_supported: algorithms,
    },
    { headers: { "cache-control": response.headers.get("cache-control") ?? "no-store" } },
  );
}
