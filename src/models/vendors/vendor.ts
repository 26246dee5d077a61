/** Who serves models, as far as keys and prices depend on it. */
export interface VendorFacts {
  /** As `model_provider` has it. */
  readonly name: string;
  /** Environment variables that may hold the key, first one first; none: it has other credentials or needs none. */
  readonly keyVariables: readonly string[];
  /** Where requests go without a base URL; absent: its package knows. */
  readonly defaultUrl?: string;
  /** The vendor whose list prices its calls have. Default: its name. */
  readonly priceList?: string;
}

/** A vendor that is known by itself, whatever interface reaches it. */
export interface Vendor extends VendorFacts {
  /** As people write it. */
  readonly label: string;
  /** Other names users write. */
  readonly aliases?: readonly string[];
  readonly keyVariables: readonly [string, ...string[]];
  readonly defaultUrl: string;
}
