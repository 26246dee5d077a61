import { basicCredentials, type JsonValue, KareninaError, startDeadline } from "../../base/index.ts";
import {
  type CallSite,
  callError,
  createHttpClient,
  retryAfterMs,
  shownUrl,
  statusError,
} from "../../http/index.ts";
import { hiddenTexts, parseMcpServer } from "../../mcp/index.ts";
import { type AnswerRequest, applicationAgent, NoAnswer } from "../application/index.ts";
import type { Connect, ResolvedModel } from "../definition/index.ts";
import { WrongReply } from "../replies/index.ts";
import { type JsonPath, readJsonPath } from "../told/index.ts";
import { fillAddress, fillBody, usualBody } from "./fill-request.ts";
import { type ReplyPlaces, readReply } from "./read-reply.ts";
import { watchPlaces } from "./unfound-places.ts";

/**
 * A service under test. It is sent nothing before the first question, and no cookie of one reply goes with the next.
 *
 * @throws KareninaError `missing_key` for a variable of its address or headers that is not set.
 */
export const connectHttpApplication: Connect = async (model, { environment, clock, notify }) => {
  const { id, modelName } = model;
  const read = parseMcpServer("http", model.http ?? "", environment, `The address of model "${id}"`);
  if (!read.ok || read.server.transport !== "http") {
    // its form was checked with the configuration: what is left is a variable that is not set
    const problem = read.ok ? "expected an address" : read.problem;
    throw new KareninaError("missing_key", `${problem}.`, { hint: "Set the variable in the environment." });
  }
  const { server } = read;
  const address = new URL(server.url);
  const credentials = basicCredentials(address);
  address.username = "";
  address.password = "";
  const secrets = hiddenTexts(server);
  const site: CallSite = {
    modelName: id,
    url: shownUrl(address.href),
    keyName: "the address or the headers in http",
    isApplication: true,
    secrets,
  };
  const headers = {
    accept: "application/json, text/event-stream, text/plain, */*",
    ...(credentials !== undefined && { authorization: `Basic ${credentials}` }),
    ...server.headers,
  };
  const template: JsonValue = JSON.parse(model.httpBody ?? usualBody);
  const places = placesOf(model);
  const watch = watchPlaces(places, id);
  const client = createHttpClient();

  async function ask(request: AnswerRequest): Promise<unknown> {
    using deadline = startDeadline(undefined, request.signal, clock);
    const isSent = model.httpMethod !== "GET";
    try {
      const reply = await client.fetch(fillAddress(address.href, request), {
        method: model.httpMethod,
        headers: isSent ? { "content-type": "application/json", ...headers } : headers,
        ...(isSent && { body: JSON.stringify(fillBody(template, request)) }),
        signal: deadline.signal,
      });
      if (reply.ok) {
        const answer = await readReply(reply, places, site);
        watch.add(answer);
        return answer;
      }
      const wait = retryAfterMs(Object.fromEntries(reply.headers), clock.now());
      throw statusError(site, { status: reply.status, body: await reply.text(), retryAfterMs: wait });
    } catch (error) {
      // the one who set the limit says so
      if (request.signal.aborted) throw error;
      if (NoAnswer.isInstance(error) || error instanceof WrongReply) throw error;
      throw callError(site, error, { deadline, timeoutMs: undefined }, () => undefined);
    }
  }
  const close = async () => {
    for (const problem of watch.problems()) notify(problem);
    await client[Symbol.asyncDispose]();
  };
  return {
    kind: "runtime",
    agent: applicationAgent(ask, { id, modelName, clock, isElsewhere: true, close }),
  };
};

function placesOf({ httpAnswer, httpContexts, httpUsage, httpTrace }: ResolvedModel): ReplyPlaces {
  const path = (text: string | null): JsonPath | undefined =>
    text === null ? undefined : readJsonPath(text);
  return {
    answer: path(httpAnswer),
    contexts: path(httpContexts),
    usage: path(httpUsage),
    trace: path(httpTrace),
  };
}
