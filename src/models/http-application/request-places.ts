import { askNearest, isJsonObject, type JsonValue } from "../../base/index.ts";
import { namedVariables, parseMcpServer } from "../../mcp/index.ts";
import type { ResolvedModel } from "../definition/index.ts";
import { inAddress, placeholder, usualBody, whole } from "./fill-request.ts";

/** How questions are sent to a service; the body is JSON. */
type ServiceRequest = {
  readonly [Setting in "http" | "httpBody" | "httpMethod"]?: ResolvedModel[Setting] | undefined;
};

const placeNames = ["question", "system", "replicate", "messages", "attachments"];
const braced = /\{\{([^{}]*)\}\}/g;
const bracedInAddress = /(?:\{\{|%7B%7B)(.*?)(?:\}\}|%7D%7D)/gi;

/** The names of the places that requests to a service have and that are filled: in their body, where they have one, and in the address. */
export function filledPlaces(request: ServiceRequest): ReadonlySet<string> {
  const places = new Set<string>();
  const add = (text: string, pattern: RegExp) => {
    for (const [, name = ""] of text.matchAll(pattern)) places.add(name.toLowerCase());
  };
  add(serverOf(request)?.url ?? "", inAddress);
  for (const { text, isName } of textsOf(bodyOf(request))) {
    if (isName) continue;
    const [, name] = whole.exec(text) ?? [];
    if (name === undefined) add(text, placeholder);
    else places.add(name);
  }
  return places;
}

/**
 * What keeps an address from being filled in; undefined: nothing. What is asked may say which document is meant or what is searched
 * for, never whom the request and its keys go to.
 */
export function addressProblem(url: string): string | undefined {
  const { pathname, search, ...rest } = partsOf(url);
  const [part] = Object.entries(rest).find(([, text]) => text.search(inAddress) >= 0) ?? [];
  if (part !== undefined)
    return `expected {{question}}, {{system}} and {{replicate}} in the path or behind the ? of the URL, found one in its ${part}`;
  for (const [found, name = ""] of `${pathname}${search}`.matchAll(bracedInAddress))
    if (found.search(inAddress) < 0) {
      const plain = name.replaceAll(/%20|\s/g, "");
      return `{{${plain}}} would be sent as it stands; in an address are filled in {{question}}, {{system}} and {{replicate}}`;
    }
  return undefined;
}

/** What of a request looks like a place and would be sent as it stands, and a request without the question; undefined: nothing. */
export function requestProblem(
  request: ServiceRequest,
): { readonly setting: "http" | "httpBody"; readonly message: string } | undefined {
  const [header] =
    Object.entries(serverOf(request)?.headers ?? {}).find((pair) => pair.join(" ").search(braced) >= 0) ?? [];
  if (header !== undefined)
    return { setting: "http", message: `headers are sent as they stand, and ${header} has a {{…}} in it` };
  for (const found of textsOf(bodyOf(request))) {
    const message = textProblem(found);
    if (message !== undefined) return { setting: "httpBody", message };
  }
  const places = filledPlaces(request);
  if (places.has("question") || places.has("messages")) return undefined;
  return request.httpMethod === "GET"
    ? {
        setting: "http",
        message:
          "the question has no place in the request: GET sends no body; put {{question}} into the path or behind the ? of the URL",
      }
    : {
        setting: "httpBody",
        message:
          'the question has no place in the request; add {{question}}, or "{{messages}}" as a text of its own',
      };
}

function textProblem({ text, isName }: BodyText): string | undefined {
  if (!isName && whole.test(text)) return undefined;
  for (const [found, inside = ""] of text.matchAll(braced)) {
    const name = inside.trim();
    if (isName) return `names are sent as they stand, and ${JSON.stringify(text)} has ${found} in it`;
    if (found.search(placeholder) >= 0) continue;
    if (placeNames.includes(name))
      return `{{${name}}} is a list, which has no place in ${JSON.stringify(text)}; expected "{{${name}}}" as a text of its own`;
    const known = placeNames.map((one) => `{{${one}}}`);
    return `${found} would be sent as it stands; there are ${known.join(", ")}${askNearest(found, known)}`;
  }
  return undefined;
}

function serverOf({ http }: ServiceRequest) {
  const read = parseMcpServer("http", http ?? "", namedVariables(http ?? "", "1"));
  return read.ok && read.server.transport === "http" ? read.server : undefined;
}

/** Null: there is none. */
const bodyOf = ({ httpBody, httpMethod }: ServiceRequest): JsonValue =>
  httpMethod === "GET" ? null : JSON.parse(httpBody ?? usualBody);

interface BodyText {
  readonly text: string;
  /** It is the name of a field, which is never filled. */
  readonly isName: boolean;
}

function* textsOf(value: JsonValue): Generator<BodyText> {
  if (typeof value === "string") yield { text: value, isName: false };
  else if (Array.isArray(value)) for (const one of value) yield* textsOf(one);
  else if (isJsonObject(value))
    for (const [name, one] of Object.entries(value)) {
      yield { text: name, isName: true };
      yield* textsOf(one);
    }
}

function partsOf(url: string) {
  const { host, username, password, hash, pathname, search } = new URL(url);
  return { host, "user name": username, password, "part behind #": hash, pathname, search };
}
