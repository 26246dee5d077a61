import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take long for their size, the slowest first. */
const slow = [
  "models/claude-agent-sdk/claude-agent-contract.test.ts",
  "models/claude-agent-sdk/claude-agent.test.ts",
  "models/claude-agent-sdk/claude-llm.test.ts",
  "languages/python/run/python-runner.test.ts",
  "languages/python/run/agreement.test.ts",
  "verify/hostile-patterns.test.ts",
  "verify/hostile-code.test.ts",
  "verify/run-interfaces.test.ts",
  "sandbox/hostile-source.test.ts",
  "sandbox/hostile-callable.test.ts",
  "evidence/hostile-text.test.ts",
  "mcp/stdio-faults.test.ts",
  "mcp/http.test.ts",
];

/** The order of test files: what is slow begins first, so that nothing runs alone at the end; large ones before small. */
export class SlowTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const place = slow.findIndex((file) => moduleId.endsWith(`/src/${file}`));
  return place === -1 ? slow.length : place;
}
