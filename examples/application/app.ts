// The application as a function: npx karenina verify … --app examples/application/app.ts
import { type AnswerFunction, NoAnswer } from "karenina";
import { answerQuestion } from "./retrieve.ts";

const answer: AnswerFunction = async ({ question }) => {
  const answered = answerQuestion(question);
  if (answered === undefined) throw new NoAnswer("no passage is about this", { contexts: [] });
  return answered;
};

export default { id: "labels", answer };
