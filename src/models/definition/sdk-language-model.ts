/** A model object of the AI SDK, from whichever of its packages. */
export interface SdkLanguageModel {
  /** The version of the AI SDK's interface that it has, such as `v3`. */
  readonly specificationVersion: string;
  /** Such as `anthropic.messages`. */
  readonly provider: string;
  /** The model's name at its vendor. */
  readonly modelId: string;
  /** Asks the model once; the run calls it. */
  doGenerate(options: never): PromiseLike<unknown>;
}
