import type { TaskFinished } from "../../run/index.ts";

/** So many first tasks that all fail at the key mean that the key is wrong. */
const firstTasks = 3;

const hint =
  "hint: The key was refused for every task so far. Stop the run (Ctrl-C), check the key and the variable that holds it, and go on with --resume --retry-failed.";

/** Looks at finished tasks; says once that the key is wrong, when it was refused for each of the first ones. */
export function watchRefusedKey(say: (line: string) => void): (event: TaskFinished) => void {
  let refused = 0;
  let isOver = false;
  return ({ result }) => {
    if (isOver) return;
    if (result.metadata.failure?.category === "authentication") refused += 1;
    else isOver = true;
    if (refused < firstTasks) return;
    isOver = true;
    say(hint);
  };
}
