import {
  type AskedQuestion,
  isSourceCode,
  type ScenarioDefinition,
  type ScenarioEdge,
} from "../scenario/index.ts";

/**
 * A scenario with the conditions that are code in Python as checks, where they are simple comparisons. Others stay as they
 * are. Nothing is run.
 */
export async function withReadConditions<Question extends AskedQuestion>(
  definition: ScenarioDefinition<Question>,
): Promise<ScenarioDefinition<Question>> {
  const isPython = ({ decide }: ScenarioEdge) => isSourceCode(decide) && decide.language === "Python";
  if (!definition.edges.some(isPython)) return definition;
  // imported where there is Python to read
  const { readPythonCondition } = await import("./python/read-condition.ts");
  const edges = definition.edges.map((edge): ScenarioEdge => {
    const { decide, ...rest } = edge;
    const checks = isSourceCode(decide) && isPython(edge) ? readPythonCondition(decide.text) : undefined;
    return checks === undefined ? edge : { ...rest, when: [...edge.when, ...checks] };
  });
  return { ...definition, edges };
}
