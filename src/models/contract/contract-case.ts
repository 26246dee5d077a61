/** One thing that holds for whatever is under test; `run` rejects where it does not. */
export interface ContractCase {
  readonly name: string;
  readonly run: () => Promise<void>;
}
