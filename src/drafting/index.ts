// What questions demand
export { applyClassifications } from "./adele/apply-classifications.ts";
export type {
  ClassificationOptions,
  ClassificationReport,
  ClassifiedQuestion,
} from "./adele/classify-questions.ts";
export { classifyQuestions } from "./adele/classify-questions.ts";
// Drafting by a model
export type { DraftingOptions, Spending } from "./asking/drafting-options.ts";
export { openSession } from "./asking/open-session.ts";
export { readSaid } from "./asking/read-said.ts";
// How templates were drafted
export type { DraftRecord, DraftTry, TryKind } from "./record/draft-record.ts";
export {
  draftProperty,
  draftRecord,
  isAsItShould,
  isBeyondDoubt,
  isTriedTemplate,
  storedDraftRecord,
  wantedVerdict,
} from "./record/draft-record.ts";
// Templates
export type {
  DraftedTemplate,
  DraftingReport,
  TemplateDraftingOptions,
} from "./templates/draft-templates.ts";
export { applyDrafts, draftTemplates } from "./templates/draft-templates.ts";
// Traits
export type { DraftedTrait, TraitDraftingReport, TriedExample } from "./traits/draft-traits.ts";
export { draftTraits } from "./traits/draft-traits.ts";
export { applyTraits, storedTraits } from "./traits/trait-record.ts";
