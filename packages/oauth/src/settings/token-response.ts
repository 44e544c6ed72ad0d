/** Normalized tokens of a provider. */
export interface TokenSuccess {
  readonly ok: true;
  readonly access_token: string;
  readonly token_type: string;
  readonly refresh_token?: string;
  /** The lifetime of the access token (s). */
  readonly expires_in?: number;
  /** The expiry of the access token, in Unix seconds of this machine's clock. */
  readonly expires_at?: number;
  readonly scope?: string;
  /**
   * Other fields of the response. `id_token` is only included if the handler sets the `issuer` it was checked
   * against.
   */
  readonly [parameter: string]: unknown;
}

/** A normalized error of the provider. */
export interface TokenFailure {
  readonly ok: false;
  readonly error: string;
  readonly error_description?: string;
}

/** A normalized response of a token endpoint (RFC 6749 sections 5.1 and 5.2). */
export type TokenResponse = TokenSuccess | TokenFailure;
