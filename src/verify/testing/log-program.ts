import { TaskEval } from "../task-eval/task-eval.ts";

// a program that logs so many events of so many characters and exits, without a word to its log
const [file = "", name = "", count = "0", length = "0"] = process.argv.slice(2);
const taskEval = new TaskEval({
  logTo: { file, onProblem: ({ message }) => process.stdout.write(`${message}\n`) },
});
for (let at = 0; at < Number(count); at += 1)
  taskEval.log("x".repeat(Number(length)), { questionId: `${name}${at}` });
if (name === "throws") throw new Error("on purpose");
process.exit(0);
