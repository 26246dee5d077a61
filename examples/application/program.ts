// The application as a program: npx karenina verify … --command "node examples/application/program.ts"
import { createInterface } from "node:readline";
import { answerQuestion } from "./retrieve.ts";

for await (const line of createInterface({ input: process.stdin })) {
  const { id, question } = JSON.parse(line);
  const answered = answerQuestion(question) ?? { no_answer: "no passage is about this", contexts: [] };
  console.error(`${answered.contexts.length} passages`);
  console.log(JSON.stringify({ id, ...answered }));
}
