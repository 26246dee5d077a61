// A server with the tools `echo` and `get-sum` of the reference server, for tests of what a run makes of a server that
// works as it should.
import { answerLines } from "./answer-lines.ts";

answerLines("echo", [
  {
    ...{ name: "echo", description: "Echoes back the input string", fields: ["message"], type: "string" },
    call: ({ message }) => `Echo: ${message}`,
  },
  {
    ...{ name: "get-sum", description: "Returns the sum of two numbers", fields: ["a", "b"], type: "number" },
    call: ({ a, b }) => `The sum is ${Number(a) + Number(b)}.`,
  },
]);
