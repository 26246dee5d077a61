import { describe, it } from "vitest";
import { isThorough } from "../../base/testing/property-runs.ts";
import { type AgentContractSubject, agentContract } from "./agent-contract.ts";
import type { ContractCase } from "./contract-case.ts";
import { type LlmContractSubject, llmReplyContract } from "./llm-contract.ts";
import { llmFailureContract } from "./llm-failure-contract.ts";
import { llmToolContract } from "./llm-tools-contract.ts";

function describeCases(title: string, cases: readonly ContractCase[]): void {
  describe(title, () => {
    for (const { name, run } of cases) it(name, run);
  });
}

/** What every adapter behind `LlmPort` does with good replies. */
export const describeLlmReplies = (subject: LlmContractSubject) =>
  describeCases(`${subject.name}: replies`, llmReplyContract(subject));

/**
 * What every adapter behind `LlmPort` does when nothing usable comes back. `isRelated`: to a subject that gets replies of any
 * size by the same code, so that only `npm run test:all` tries the largest again.
 */
export const describeLlmFailures = (subject: LlmContractSubject, isRelated = false) =>
  describeCases(
    `${subject.name}: failures`,
    llmFailureContract(subject).filter(
      ({ name }) => isThorough || !isRelated || !/^does not keep/.test(name),
    ),
  );

/** What every adapter behind `LlmPort` with the capability `tools` does with them. */
export const describeLlmTools = (subject: LlmContractSubject) =>
  describeCases(`${subject.name}: tools`, llmToolContract(subject));

/** What every agent with live tools does, whatever runs its loop; of an agent that is dear to start, of the cases that are chosen. */
export const describeAgent = (
  subject: AgentContractSubject,
  isChosen: (one: ContractCase) => boolean = () => true,
) => describeCases(`${subject.name}: agent`, agentContract(subject).filter(isChosen));
