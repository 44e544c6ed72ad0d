/** Tokens from the provider, normalised: the types below hold whatever the provider itself sent. */
export interface TokenSuccess {
  readonly ok: true;
  readonly access_token: string;
  readonly token_type: string;
  readonly refresh_token?: string;
  /** Lifetime of the access token in seconds. */
  readonly expires_in?: number;
  /** When the access token expires, in Unix seconds by this machine's clock. */
  readonly expires_at?: number;
  readonly scope?: string;
  /** Whatever else the provider sent. `id_token` is here only when the handler names the `issuer` it was checked for. */
  readonly [parameter: string]: unknown;
}

/** The provider's refusal, normalised. */
export interface TokenFailure {
  readonly ok: false;
  readonly error: string;
  readonly error_description?: string;
}

/** What a token endpoint responded with (RFC 6749 sections 5.1 and 5.2), whatever form the provider gave it. */
export type TokenResponse = TokenSuccess | TokenFailure;
