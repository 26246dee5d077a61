import { FromCode, type JsonObject, secretsOfJson } from "../../../base/index.ts";
import { readValueInput, strictClassProblems, type ValueInput } from "../../values/value-input.ts";
import type { FieldProblem } from "../../values/value-type.ts";
import { authorTrait, type TraitTexts } from "../author-trait.ts";
import { agenticKind } from "./kind.ts";
import { isPlainObject } from "./model-override.ts";
import type { AgenticRubricTrait, ContextMode } from "./trait.ts";

/** What the author of an agentic trait says. */
export type AgenticTraitInput = TraitTexts &
  ValueInput & {
    /** What the agent is to find out. */
    readonly description: string;
    /** What the agent sees; default `trace_and_workspace`. */
    readonly contextMode?: ContextMode;
    /** Gives the agent the answer's trace as a file; default false. */
    readonly materializeTrace?: boolean;
    /** Keeps that file afterwards; default false. */
    readonly persistTrace?: boolean;
    /** Default 15. */
    readonly maxTurns?: number;
    /** Whole seconds for the investigation; default 120. */
    readonly timeoutSeconds?: number;
    /**
     * Who investigates in place of the judge: the id of a model of the run, or a model's configuration in stored form, with
     * names in snake_case and without secrets. A file keeps both, but only an id counts in what is read from one.
     */
    readonly modelOverride?: string | JsonObject | null;
  };

/**
 * A quality that an agent investigates before a judge decides on it.
 *
 * @example
 * agenticTrait({ name: "tests_pass", description: "Do the project's tests pass?", kind: "boolean" })
 *
 * @throws KareninaError `invalid_input`, naming the trait and every field that is wrong
 */
export function agenticTrait(input: AgenticTraitInput): AgenticRubricTrait {
  const read = readValueInput(input);
  const classes: unknown = "classes" in input ? input.classes : undefined;
  const { modelOverride } = input;
  const own = isPlainObject(modelOverride) ? { modelOverride: new FromCode(modelOverride) } : {};
  return authorTrait(agenticKind, { ...read.input, ...own }, [
    ...read.problems,
    ...strictClassProblems(classes),
    ...secretProblems(input.modelOverride),
  ]);
}

function secretProblems(model: unknown): readonly FieldProblem[] {
  const servers = serverSettings.filter((name) => isPlainObject(model) && model[name] != null);
  if (servers.length > 0)
    return servers.map((name) => ({
      field: "modelOverride",
      message: `${name}: a model that investigates has no MCP servers, and what starts them would be written to the file: leave it out`,
    }));
  return secretsOfJson(model, "").map(({ name }) => ({
    field: "modelOverride",
    message: `${name.replace(/^\./, "")} would be written to the file: name an environment variable with api_key_env`,
  }));
}

/** In the spelling of files, and in that of code. */
const serverSettings = ["mcp_urls_dict", "mcpUrlsDict"];
