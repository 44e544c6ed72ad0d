/**
 * The names that a platform's product declares. A contract from `defineContract` in `@plugboard/platform`
 * fits.
 */
export interface ManifestContract {
  readonly name: string;
  /** The kinds of resources that integrations are installed in, by name. */
  readonly kinds?: Readonly<Record<string, unknown>> | undefined;
  /** The scopes of the product, by name. */
  readonly scopes?: Readonly<Record<string, ContractScope>> | undefined;
  /** The events of the product, by type. */
  readonly events?: Readonly<Record<string, ContractEvent>> | undefined;
  /** The requests of the product, by name. Not checked if `undefined`. */
  readonly requests?: Readonly<Record<string, ContractEvent>> | undefined;
}

/** A scope of a product. */
export interface ContractScope {
  readonly description?: string | undefined;
  /** Whether it needs an operator's grant. Defaults to false. */
  readonly internal?: boolean | undefined;
  /** Former names. Manifests can use them with a warning. */
  readonly formerNames?: readonly string[] | undefined;
  /** Names of the same scope on other platforms. Manifests that use them get the right name as advice. */
  readonly foreignNames?: readonly string[] | undefined;
}

/** An event or request of a product. */
export interface ContractEvent {
  /** The scope that it needs. Defaults to none. */
  readonly scope?: string | undefined;
  /** The kind of resource that it is about, or `organization`. */
  readonly on?: string | undefined;
}
