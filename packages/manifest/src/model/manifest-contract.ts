/**
 * The names that a platform's product declares. A contract from `defineContract` in `@plugboard/platform`
 * fits.
 */
export interface ManifestContract {
  readonly name: string;
  /** The kinds of resources that integrations are installed in, by name. */
  readonly kinds?: Readonly<Record<string, unknown>> | undefined;
  /** The scopes of the product, by name. */
  readonly scopes?: Readonly<Record<string, unknown>> | undefined;
  /** The events of the product, by type, with the scope that each one needs. */
  readonly events?: Readonly<Record<string, { readonly scope?: string | undefined }>> | undefined;
  /** The requests of the product, by name, with the scope that each one needs. Not checked if `undefined`. */
  readonly requests?: Readonly<Record<string, { readonly scope?: string | undefined }>> | undefined;
}
