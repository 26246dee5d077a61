// How templates were drafted
export type { DraftRecord, DraftTry, TryKind } from "./record/draft-record.ts";
export {
  draftProperty,
  draftRecord,
  isAsItShould,
  isTriedTemplate,
  storedDraftRecord,
  wantedVerdict,
} from "./record/draft-record.ts";
