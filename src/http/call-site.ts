/** What an error message may say about the call that failed. */
export interface CallSite {
  readonly modelName: string;
  /** Without credentials and query. */
  readonly url: string;
  /** Where the key comes from, for the hint: an environment variable or a setting. Undefined: none is sent. */
  readonly keyName: string | undefined;
  /** What is called is an application, not a model's server: it has no name of a model and no base URL. */
  readonly isApplication?: boolean;
  /** Never to appear in a message. */
  readonly secrets: readonly (string | undefined)[];
}
