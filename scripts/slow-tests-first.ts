import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take long for their size, the slowest first. */
const slow = [
  "src/verify/run-programs.test.ts",
  "src/languages/python/run/python-runner.test.ts",
  "test/e2e/agents-killed.test.ts",
  "src/mcp/http.test.ts",
  "src/models/claude-agent-sdk/claude-agent-contract.test.ts",
  "src/verify/hostile-patterns.test.ts",
  "test/e2e/package.test.ts",
  "test/e2e/report.test.ts",
  "src/mcp/stdio-faults.test.ts",
  "src/verify/run-interfaces.test.ts",
  "src/models/claude-agent-sdk/claude-agent.test.ts",
  "src/models/claude-agent-sdk/claude-llm.test.ts",
  "src/verify/hostile-code.test.ts",
  "test/recompute/recompute.test.ts",
  "src/verify/run-hidden-files.test.ts",
  "src/models/ai-sdk/llm.test.ts",
  "src/verify/run-workspace-servers.test.ts",
  "test/e2e/agents-parallel.test.ts",
  "src/sandbox/hostile-source.test.ts",
  "src/verify/hostile-replies.test.ts",
  "test/e2e/children-ended.test.ts",
  "src/commands/confinement.test.ts",
  "src/commands/endings.test.ts",
  "src/evidence/hostile-text.test.ts",
  "src/base/patterns/pattern-engine.test.ts",
  "test/e2e/moving-from-python.test.ts",
  "src/commands/container.test.ts",
  "src/sandbox/hostile-callable.test.ts",
  "src/verify/own-stage-faults.test.ts",
  "src/query/query-runs.test.ts",
  "test/e2e/cli-bad-input.test.ts",
  "src/benchmark/yaml/read-yaml.test.ts",
  "test/e2e/cli-resume.test.ts",
  "src/cli/hostile-text.test.ts",
  "test/e2e/hostile.test.ts",
  "test/e2e/own-modules.test.ts",
  "src/base/exit-guard.test.ts",
  "test/e2e/coding-example.test.ts",
  "src/cli/commands/benchmark/benchmark-commands.test.ts",
  "src/languages/typescript/agreement.test.ts",
  "test/e2e/cli-cache.test.ts",
];

/** The order of test files: what is slow begins first, so that nothing runs alone at the end; large ones before small. */
export class SlowTestsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const place = slow.findIndex((file) => moduleId.endsWith(`/${file}`));
  return place === -1 ? slow.length : place;
}
