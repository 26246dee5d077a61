import type { CustomCheckSources } from "../sandbox/index.ts";

/**
 * What the source of a template says, as far as it can be known without running it. `draft` is what
 * `templateFromDraft` reads: the same whether it was read from source or recorded in a sandbox.
 */
export type TemplateReading =
  /** Everything but the custom checks is literal. */
  | { readonly kind: "data"; readonly draft: unknown; readonly checks: CustomCheckSources }
  /** Something has to be run to be known: which construct, and on which line of the source, from 1. */
  | { readonly kind: "code"; readonly construct: string; readonly line: number }
  /** It can never be a template, wherever it is run. */
  | { readonly kind: "mistake"; readonly message: string; readonly line: number };
