import * as z from "zod";
import {
  readAddress,
  readBoolean,
  readShare,
  readText,
  readVariableName,
  VariableName,
} from "../../base/index.ts";
import { switchFlags } from "./flag.ts";
import { settingsAbout } from "./setting.ts";
import type { SettingsSoFar } from "./setting-question.ts";

const setting = settingsAbout("embeddingCheck");

const isOn = ({ embeddingCheckEnabled, evaluationMode }: SettingsSoFar) =>
  embeddingCheckEnabled && evaluationMode !== "rubric_only";

/** The comparison of failed answers by meaning. */
export const embeddingCheckSettings = {
  embeddingCheckEnabled: setting({
    schema: z.boolean(),
    about: "compare the values of failed answers with the ground truth by meaning",
    default: false,
    flags: switchFlags("embedding-check", "compare failed answers by meaning", "do not"),
    variable: ["EMBEDDING_CHECK", readBoolean],
    question: {
      mode: "basic",
      message: "Compare failed answers by meaning?",
      when: ({ evaluationMode }) => evaluationMode !== "rubric_only",
    },
    withoutEffect: ["noTemplates"],
  }),
  embeddingCheckModel: setting({
    schema: z.string().min(1),
    about:
      "provider and model, like `openai/text-embedding-3-small`; with a base URL the server's own name of the model",
    default: "all-MiniLM-L6-v2",
    flag: ["--embedding-model <name>", "text", "such as openai/text-embedding-3-small"],
    variable: ["EMBEDDING_CHECK_MODEL", readText],
    question: {
      mode: "basic",
      message: "Embedding model, such as openai/text-embedding-3-small",
      reads: "text",
      when: isOn,
      also: (_, { embeddingCheckBaseUrl }) => ({ embeddingCheckBaseUrl }),
    },
    withoutEffect: ["noTemplates", "noEmbeddingCheck"],
  }),
  embeddingCheckThreshold: setting({
    schema: z.number().min(0).max(1),
    about: "similarity from which values count as equal, 0 to 1",
    default: 0.85,
    flag: ["--embedding-threshold <share>", "share", "similarity that counts as equal, 0 to 1"],
    variable: ["EMBEDDING_CHECK_THRESHOLD", readShare],
    question: {
      mode: "basic",
      message: "Similarity that counts as equal, 0 to 1",
      reads: "share",
      whenEmpty: "0.85",
      when: isOn,
    },
    withoutEffect: ["noTemplates", "noEmbeddingCheck"],
  }),
  embeddingCheckBaseUrl: setting({
    schema: z.url({ protocol: /^https?$/ }).nullable(),
    about: "OpenAI-compatible server; `--base-url` where nobody else is named",
    default: null,
    flag: ["--embedding-base-url <url>", "address", "its server; default: --base-url"],
    variable: ["EMBEDDING_CHECK_BASE_URL", readAddress],
    question: {
      mode: "basic",
      message: "Address of the server that has it",
      reads: "address",
      initial: "http://localhost:8000/v1",
      when: (now) =>
        isOn(now) && now.embeddingCheckReplayFile === null && !now.embeddingCheckModel.includes("/"),
    },
    withoutEffect: ["noTemplates", "noEmbeddingCheck"],
    holds: "address",
  }),
  embeddingCheckApiKeyEnv: setting({
    schema: VariableName.nullable(),
    about: "environment variable with its key; null: the provider's usual one, none for a base URL",
    default: null,
    flag: ["--embedding-api-key-env <name>", "variable", "environment variable with its key"],
    variable: ["EMBEDDING_CHECK_API_KEY_ENV", readVariableName],
    withoutEffect: ["noTemplates", "noEmbeddingCheck"],
    proceeding: true,
  }),
  embeddingCheckReplayFile: setting({
    schema: z.string().min(1).nullable(),
    about: "file of recorded vectors",
    default: null,
    holds: "path",
  }),
};
