export type { AgenticEvaluation } from "./agentic/agentic-evaluation.ts";
export { evaluateAgenticTraits } from "./agentic/evaluate-agentic-traits.ts";
export type { AnswerMaterial, InvestigatingJudge } from "./agentic/investigation.ts";
export type { AgenticParseOutcome } from "./agentic/parse-by-agent.ts";
export { parseByAgent } from "./agentic/parse-by-agent.ts";
export type { Screening } from "./agentic/screen-answer.ts";
export { screenAnswer } from "./agentic/screen-answer.ts";
export { deepJudgeTemplate } from "./deep-judgment/deep-judge-template.ts";
export type {
  RubricDeepJudgment,
  RubricDeepJudgmentOptions,
  TraitDeepJudgment,
  TraitDeepJudgmentInput,
  TraitRecord,
} from "./deep-judgment/rubric-deep-judgment.ts";
export type { EvidenceSettings, EvidenceStrategy } from "./deep-judgment/settings.ts";
export type {
  DeepJudgeTemplateRequest,
  TemplateDeepJudgment,
} from "./deep-judgment/template-deep-judgment.ts";
export { traitDeepJudgment } from "./deep-judgment/trait-settings.ts";
export type { PromptConfig } from "./judge.ts";
export { detectPresence } from "./rubric/detect-presence.ts";
export { evaluateRubric } from "./rubric/evaluate-rubric.ts";
export type { JudgeableText, RubricEvaluation } from "./rubric/rubric-evaluation.ts";
export { readReply } from "./structured/read-reply.ts";
export { schemaInstructions } from "./structured/schema-instructions.ts";
export { structuredParser } from "./structured/structured-parser.ts";
export { checkAnswer } from "./template/check-answer.ts";
export type { Decision } from "./template/decide.ts";
export { detectAbstention } from "./template/detect-abstention.ts";
export type { FillTemplateRequest } from "./template/fill-template.ts";
export { fillTemplate } from "./template/fill-template.ts";
export { judgeEquivalence } from "./template/judge-equivalence.ts";
export { judgeSufficiency } from "./template/judge-sufficiency.ts";
