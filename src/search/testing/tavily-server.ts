import { startModelServer } from "../../models/testing/index.ts";
import { scriptedSearch } from "./scripted-search.ts";

/** A server that speaks Tavily's interface and answers by `scriptedSearch`. */
export function startTavilyServer() {
  const answer = scriptedSearch();
  return startModelServer(({ path, body }) => {
    if (path !== "/search") return { status: 404, body: { detail: "Not Found" } };
    const query = String(body.query);
    const rows = answer(query);
    if (rows === "never") return { hang: true };
    if (rows === "failure") return { status: 400, body: { detail: { error: "The query is refused." } } };
    return { body: { query, answer: null, images: [], results: rows, response_time: 0.1 } };
  });
}
