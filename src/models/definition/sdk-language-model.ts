/** A model object of the AI SDK, from whichever of its packages. */
export interface SdkLanguageModel {
  readonly specificationVersion: string;
  /** Such as `anthropic.messages`. */
  readonly provider: string;
  readonly modelId: string;
  doGenerate(options: never): PromiseLike<unknown>;
}
