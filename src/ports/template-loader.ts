import type { TemplateSource } from "../benchmark/index.ts";
import type { AnswerTemplate } from "../template/index.ts";

/** Reads template source without giving it any access to the machine. */
export interface TemplateLoader {
  /**
   * A template that has no problem which shows without tools.
   *
   * Throws `KareninaError` with code `template_invalid` (wrong definition), `template_unreadable`
   * (a language this version does not read), `sandbox_limit` or `sandbox_error`.
   */
  load(source: TemplateSource): Promise<AnswerTemplate>;
  /** Ends what runs the code; custom checks of loaded templates fail from then on. */
  [Symbol.asyncDispose](): Promise<void>;
}
