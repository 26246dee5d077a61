// The application as a service: node examples/application/service.ts 8123
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { answerQuestion } from "./retrieve.ts";

const server = createServer(async (request, response) => {
  const { question } = JSON.parse(await text(request));
  const answered = answerQuestion(question) ?? { no_answer: "no passage is about this", contexts: [] };
  response.setHeader("content-type", "application/json");
  response.end(JSON.stringify(answered));
});
server.listen(Number(process.argv[2] ?? 8123), "127.0.0.1", () => console.log("ready", server.address()));
