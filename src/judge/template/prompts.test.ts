import { expect, test } from "vitest";
import { answerChecksPrompt } from "./check-answer.ts";
import { abstentionPrompt } from "./detect-abstention.ts";
import { fillTemplatePrompt } from "./fill-template.ts";
import { equivalencePrompt } from "./judge-equivalence.ts";
import { sufficiencyPrompt } from "./judge-sufficiency.ts";

const question = "What is the putative target of venetoclax?";
const answer = "Venetoclax targets BCL2.";
const form = '{ "type": "object" }';

const prompts = {
  abstention: abstentionPrompt({ question, answer }),
  "answer checks": answerChecksPrompt({ question, answer, form, choices: [] }),
  equivalence: equivalencePrompt({
    question,
    expected: '{"target": "BCL2"}',
    extracted: '{"target": "BCL-2"}',
  }),
  "fill template": fillTemplatePrompt({ question, answer, hints: {} }),
  "fill template, with hints and ground truth": fillTemplatePrompt({
    question,
    answer,
    hints: { target: "Prefer the gene symbol." },
    groundTruth: '{ "target": "BCL2" }',
  }),
  sufficiency: sufficiencyPrompt({ question, answer, form, choices: [] }),
  "sufficiency, with a choice": sufficiencyPrompt({
    question,
    answer,
    form,
    choices: ["at least 1 of: target, (pathway and disease)"],
  }),
};

test.each(Object.entries(prompts))("%s", (_name, { system, user }) => {
  expect(`${system}\n\n=== user ===\n\n${user}`).toMatchSnapshot();
});
