// Runs the conversations and reads what came of them, walk by walk and turn by turn:
//   node examples/conversation/read-results.ts
import { join } from "node:path";
import { loadPreset, outcomeOf } from "karenina";
import benchmark from "./benchmark.ts";

const folder = import.meta.dirname;
const { config } = await loadPreset(join(folder, "offline.json"));
const resultSet = await benchmark.runVerification(config);

// every turn is a result like any other
for (const result of resultSet) {
  const { scenarioId, scenarioNode, scenarioTurn } = result.metadata;
  console.log(`${scenarioId} turn ${scenarioTurn} at ${scenarioNode}: ${outcomeOf(result)}`);
}

// each walk, in place of many results
for (const walk of resultSet.scenarioResults ?? []) {
  console.log(`Scenario ${walk.scenarioId}: ${walk.status}, path=${walk.path.join(" -> ")}`);
  for (const [name, value] of Object.entries(walk.outcomeResults))
    console.log(`  ${name} = ${value}: ${walk.outcomeReasons[name]}`);
}

// those that an error has ended
for (const [description, error] of resultSet.errors ?? [])
  console.log(`Failed: ${description}: ${error.message}`);
