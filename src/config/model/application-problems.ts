import { messageOf } from "../../base/index.ts";
import { isPerTask, namedVariables, parseMcpServer } from "../../mcp/index.ts";
import { addressProblem, filledPlaces, requestProblem } from "../../models/http-application/index.ts";
import { readJsonPath } from "../../models/told/index.ts";
import type { ConfigProblem } from "../problems.ts";
import type { ModelConfig } from "../settings/model-config.ts";

/** What is wrong with how an application is reached. Whether variables are set is looked at when it is. */
export function applicationProblems(model: ModelConfig): readonly ConfigProblem[] {
  return [
    ...programProblems(model),
    ...serviceProblems(model),
    ...bodyProblems(model),
    ...requestProblems(model),
    ...placeProblems(model),
  ];
}

/** What a service would be sent in place of what is asked, where the rest of its settings can be read. */
function requestProblems(model: ModelConfig): readonly ConfigProblem[] {
  if (!model.http || serviceProblems(model).length + bodyProblems(model).length > 0) return [];
  const found = requestProblem(model);
  if (found !== undefined) return [{ path: [found.setting], message: found.message }];
  const places = filledPlaces(model);
  return !model.systemPrompt || places.has("messages") || places.has("system")
    ? []
    : [
        {
          path: ["systemPrompt"],
          message: "has no place in the request; add {{system}} or {{messages}} to `http_body`",
        },
      ];
}

function programProblems({ command }: ModelConfig): readonly ConfigProblem[] {
  if (!command) return [];
  const path = ["command"];
  const read = parseMcpServer("command", command, namedVariables(command, "1"), "the program");
  if (!read.ok) return [{ path, message: read.problem }];
  if (read.server.transport !== "stdio")
    return [{ path, message: "expected a command line, found an address; a service is given as `http`" }];
  if (isPerTask(read.server))
    return [
      { path, message: "{workspace} is not filled in: the folder of a task stands in the line it is sent" },
    ];
  return [];
}

function serviceProblems({ http }: ModelConfig): readonly ConfigProblem[] {
  if (!http) return [];
  const path = ["http"];
  if (!/^[a-z][a-z+.-]*:\/\//i.test(http.trim()))
    return [{ path, message: "expected an http or https URL; a program is given as `command`" }];
  const read = parseMcpServer("http", http, namedVariables(http, "1"), "the service");
  if (!read.ok) return [{ path, message: read.problem }];
  const problem = read.server.transport === "http" ? addressProblem(read.server.url) : undefined;
  return problem === undefined ? [] : [{ path, message: problem }];
}

export function bodyProblems({ httpBody }: ModelConfig): readonly ConfigProblem[] {
  if (!httpBody) return [];
  try {
    JSON.parse(httpBody);
    return [];
  } catch (error) {
    return [{ path: ["httpBody"], message: `expected JSON: ${messageOf(error)}` }];
  }
}

const places = ["httpAnswer", "httpContexts", "httpUsage", "httpTrace"] as const;

function placeProblems(model: ModelConfig): readonly ConfigProblem[] {
  return places.flatMap((setting) => {
    const text = model[setting];
    if (text === null || text === undefined) return [];
    if (readJsonPath(text) === undefined)
      return [
        {
          path: [setting],
          message: `expected a path such as $.answer or $.documents[*].text, found ${JSON.stringify(text)}`,
        },
      ];
    const isAlone = setting !== "httpAnswer" && !model.httpAnswer;
    return isAlone ? [{ path: [setting], message: "needs http_answer beside it" }] : [];
  });
}
