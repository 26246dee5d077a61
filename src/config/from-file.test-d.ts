import { FromFile, type JsonObject, onUsersWord } from "../base/index.ts";
import type { ReadLogHeader } from "../result/index.ts";
import type { AgenticRubricTrait } from "../rubric/index.ts";
import { resolveModel } from "./model/resolved-model.ts";
import { applyOverrides } from "./overrides/apply-overrides.ts";
import type { ModelConfig } from "./settings/model-config.ts";
import type { VerificationConfig } from "./settings/settings.generated.ts";
import { decodeConfig } from "./verification/read-config.ts";
import { resolveConfig } from "./verification/resolve-config.ts";

declare const fromFile: FromFile<JsonObject>;
declare const header: ReadLogHeader;
declare const trait: AgenticRubricTrait;
declare const run: Parameters<typeof resolveModel>[2];
declare const config: VerificationConfig;

// What comes from a file never becomes configuration: none of these compiles.

// @ts-expect-error a file's content is no configuration
resolveConfig(fromFile);
// @ts-expect-error nor its stored form
decodeConfig(fromFile, "a file");
// @ts-expect-error nor a log's first line
decodeConfig(header.content, "a log");
// @ts-expect-error nor the base of one
applyOverrides({}, fromFile);
// @ts-expect-error nor a model
resolveModel(fromFile, "parsing", run);
// @ts-expect-error nor one of several models
resolveConfig({ ...config, parsingModels: [fromFile] });
// @ts-expect-error nor the model of a trait, whoever wrote it
resolveModel(trait.modelOverride, "parsing", run);
// @ts-expect-error nor a part of a model
const server: ModelConfig = { endpointBaseUrl: fromFile };
// @ts-expect-error its content is not reachable but by name
const plain: JsonObject = fromFile;

/** On the user's word, it is. */
export const opened: JsonObject = onUsersWord(new FromFile<JsonObject>({}), "confirmed");
export const unused = [server, plain];
