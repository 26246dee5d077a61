import { decodePercent } from "../decode-percent.ts";
import { isJsonObject, type JsonValue, tryParseJson } from "../json-value.ts";
import { snakeCase } from "../snake-case.ts";
import { maskGiven, maskSecrets } from "./mask-secrets.ts";
import { isSecretName } from "./secret-name.ts";
import { credentialShapes, hasCredentialShape, looksRandom } from "./secret-shapes.ts";

/** A secret that stands in a setting itself, in place of the name of its variable. */
export interface FoundSecret {
  /** What it goes by where it stands: a header, a variable, an option, a part of an address, a place in an object. */
  readonly name: string;
  readonly value: string;
}

/** Values that say how something is done or where it lies, whatever their name. */
const harmless =
  /^(?:|true|false|yes|no|on|off|none|null|auto|default|required|basic|bearer|oauth2?|authorization|x-[\w-]+|(?:\.{0,2}|~|[a-z]:)[/\\].*\.[a-z]{2,5})$/i;
const scheme = /^(?:Bearer|Basic|Token|ApiKey)\s+/i;
/** `name=value`, `Name: value` and `"name": "value"` anywhere in a text. */
const pair =
  /(?<![\w.-])-{0,2}["']?([A-Za-z_][\w.-]*)["']?\s*[:=]\s*["']?((?:(?:Bearer|Basic|Token|ApiKey)\s+)?[^\s"',;&}]+)/gi;
const option = /^--?([A-Za-z][^=\s]*)$/;
/** `--token value` and `-u name:value` within a text. */
const optionPair = /(?<=^|\s)--?([A-Za-z][\w-]*)\s+["']?([^\s"']+)/g;
const userOption = /^(?:u|user|proxy-user)$/;
const userInformation = /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]*:\/\/|https?:[\\/]*)((?:[^/?#\s"'@]{0,1000}@)+)/gi;
const fragment = /(?<=\S)#([^=&;\s"'#]+)/g;
const parameter = /[?&#;]([^=?&#;\s"']+)=([^&#;\s"']*)/g;

/** Secrets of a text such as an argument of a program: values by their names, addresses, shapes of credentials. */
function secretsOfText(text: string): readonly FoundSecret[] {
  const pairs = [...text.matchAll(pair)].flatMap(([, name = "", value = ""]) => ofOption(name, value));
  const options = [...text.matchAll(optionPair)].flatMap(([, name = "", value = ""]) =>
    ofOption(name, value),
  );
  return dropDuplicates([...pairs, ...options, ...secretsOfAddress(text)]);
}

/** Secrets of the words of a command: those of each, and the word after an option such as `--api-key`. */
export function secretsOfCommand(words: readonly string[]): readonly FoundSecret[] {
  return dropDuplicates(
    words.flatMap((word, place) => {
      const [, name] = option.exec(words[place - 1] ?? "") ?? [];
      const given =
        name === undefined || (option.test(word) && !isSecretName(name)) ? [] : ofOption(name, word);
      return [...given, ...ofHeaderWords(words, place), ...secretsOfText(word)];
    }),
  );
}

/** `--header Authorization value` as three words. */
function ofHeaderWords(words: readonly string[], place: number): readonly FoundSecret[] {
  const isHeader = /^--?(?:H|headers?)$/i.test(words[place - 2] ?? "");
  return isHeader ? findNamedSecret(words[place - 1] ?? "", words[place] ?? "") : [];
}

/**
 * The value of an option that is secret by its name, the password of `-u name:password`, which two numbers are none of,
 * and what looks drawn by lot after an option such as `-k`.
 */
function ofOption(name: string, value: string): readonly FoundSecret[] {
  const [, password] = /^[^:]+:(?!\d{1,6}$)(.+)$/.exec(value) ?? [];
  if (userOption.test(name) && password !== undefined) return [{ name: "password", value: password }];
  if (/^[kpt]$/i.test(name) && looksRandom(value)) return [{ name, value }];
  return value.startsWith("--") ? [] : findNamedSecret(name, value);
}

/**
 * Secrets of the addresses in a text: user information, parameters that are secret by their names, shapes of
 * credentials.
 */
export function secretsOfAddress(text: string): readonly FoundSecret[] {
  const users = [...text.matchAll(userInformation)].flatMap(([, protocol = "", found = ""]) => {
    const info = found.slice(0, -1);
    const colon = info.indexOf(":");
    if (colon >= 0) return decodedToo("password", info.slice(colon + 1));
    return /^https?:/i.test(protocol) || looksRandom(info) ? decodedToo("user", info) : [];
  });
  const parameters = [...text.matchAll(parameter)].flatMap(([, name = "", value = ""]) =>
    ofParameter(decodePercent(name), value).flatMap((secret) => decodedToo(secret.name, secret.value)),
  );
  // no server is ever sent one
  const fragments = [...(text.includes("://") ? text.matchAll(fragment) : [])].flatMap(([, found = ""]) =>
    looksRandom(found) ? decodedToo("fragment", found) : [],
  );
  return dropDuplicates([...users, ...parameters, ...fragments, ...shapesOf("key", text)]);
}

/** Also what some services call their keys in addresses only. */
function ofParameter(name: string, value: string): readonly FoundSecret[] {
  return /^(?:code|access)$/i.test(name) && value.length >= 8
    ? [{ name, value }]
    : findNamedSecret(name, value);
}

/** The same for an address that can name variables, so that whatever looks drawn by lot can be one. */
export function secretsOfServerAddress(text: string): readonly FoundSecret[] {
  const [beforeQuery = "", query = ""] = text.split("?");
  const path = beforeQuery.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "").split("/");
  const parameters = [...new URLSearchParams(query)];
  const random = [...path.map((part) => ["path", part] as const), ...parameters].filter(([, value]) =>
    looksRandom(value),
  );
  return dropDuplicates([
    ...secretsOfAddress(text),
    ...random.flatMap(([name, value]) => decodedToo(name, value)),
  ]);
}

/** Secrets of a JSON value at any depth, named by their places. */
export function secretsOfJson(value: unknown, place: string): readonly FoundSecret[] {
  const found = inJson(value, { place, name: "", isHeader: false });
  const seen = new Set<string>();
  return found.filter(({ name, value }) => seen.size < seen.add(JSON.stringify([name, value])).size);
}

/** The values of {@link secretsOfJson}, to be hidden where something is said about a call with these settings. */
export function secretTexts(settings: unknown): readonly string[] {
  return secretsOfJson(settings, "").map(({ value }) => value);
}

/** A text as somebody wrote it, such as a setting that cannot be read, without the secrets in it. */
export function hiddenSecrets(text: string): string {
  const found = secretsOfCommand([text, ...text.split(/[\s"']+/)]).map(({ value }) => value);
  return maskSecrets(maskGiven(text, found, 1));
}

/** A JSON value without its secrets: members and items that are one are left out, in longer texts it is hidden. */
export function withoutJsonSecrets(value: JsonValue): JsonValue {
  const secrets = secretTexts(value);
  return secrets.length === 0 ? value : (removeSecrets(value, secrets) ?? null);
}

/** Shorter ones would hide parts of ordinary words. */
const shortestInText = 4;

function removeSecrets(value: JsonValue, secrets: readonly string[]): JsonValue | undefined {
  if (typeof value === "string")
    return secrets.includes(value.replace(scheme, ""))
      ? undefined
      : maskGiven(value, secrets, shortestInText);
  if (typeof value === "number") return secrets.includes(String(value)) ? undefined : value;
  if (Array.isArray(value)) return value.flatMap((item) => removeSecrets(item, secrets) ?? []);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, JsonValue][] => {
      const clean = removeSecrets(member, secrets);
      return clean === undefined ? [] : [[name, clean]];
    }),
  );
}

interface Place {
  readonly place: string;
  /**
   * Of the member that the value stands in; for the items of a list, that of the list; for what stands inside a member
   * whose name is a secret's, that name.
   */
  readonly name: string;
  readonly isHeader: boolean;
}

function inJson(value: unknown, { place, name, isHeader }: Place): readonly FoundSecret[] {
  if (typeof value === "string") return ofString(value, { place, name, isHeader });
  if (typeof value === "number") return ofNumber(value, place, name);
  if (Array.isArray(value)) {
    // elsewhere a list may be of sentences
    const isListed = commandList.test(name);
    const words = value.map((item) => (typeof item === "string" ? item : ""));
    const inside = value.flatMap((item, index) =>
      inJson(item, { place: `${place}[${index}]`, name, isHeader }),
    );
    const known = new Set(inside.map((secret) => secret.value));
    const asWords = [...secretsOfCommand(words), ...ofPair(words)].filter(
      (secret) => (isListed || looksRandom(secret.value)) && !known.has(secret.value),
    );
    return [...inside, ...asWords.map((secret) => ({ ...secret, name: place }))];
  }
  if (!isJsonObject(value)) return [];
  const { name: given, key: label = given, value: content } = value;
  const asPair =
    typeof label === "string" && typeof content === "string" ? findNamedSecret(label, content) : [];
  return [
    ...asPair.map((secret) => ({ ...secret, name: place })),
    ...Object.entries(value).flatMap(([key, member]) =>
      inJson(member, {
        place: `${place}.${key}`,
        name: isSecretName(name) && typeof member !== "string" ? name : nameInside(name, key),
        isHeader: /headers?$/i.test(name),
      }),
    ),
  ];
}

/** Names of lists of headers, arguments and variables. */
const commandList = /(?:headers?|args|argv|arguments|env|environment|command)$/i;

/** A code of digits; a shorter number says how much or which. */
function ofNumber(value: number, place: string, name: string): readonly FoundSecret[] {
  const text = String(value);
  return text.length >= 4 && findNamedSecret(name, text).length > 0 ? [{ name: place, value: text }] : [];
}

/** A header as a list of its name and its value. */
function ofPair(words: readonly string[]): readonly FoundSecret[] {
  const [name = "", value = ""] = words;
  return words.length === 2 ? findNamedSecret(name, value) : [];
}

/** Inside a member whose name is a secret's, what says nothing else about itself is the secret. */
function nameInside(outer: string, key: string): string {
  return isSecretName(outer) && /^(?:value|access|secret|[a-z]|\d+)$/i.test(key) ? outer : key;
}

function ofString(text: string, { place, name, isHeader }: Place): readonly FoundSecret[] {
  const inside = /^\s*[{[]/.test(text) ? tryParseJson(text) : undefined;
  if (inside !== undefined) return inJson(inside, { place, name, isHeader });
  const whole = findNamedSecret(name, text).length > 0 || (isHeader && looksRandom(text.replace(scheme, "")));
  const found = whole ? [text.replace(scheme, "")] : secretsOfAddress(text).map(({ value }) => value);
  return found.map((value) => ({ name: place, value }));
}

function findNamedSecret(name: string, value: string): readonly FoundSecret[] {
  const bare = value.replace(scheme, "");
  return isSecretName(name) && !harmless.test(bare) ? [{ name, value: bare }] : [];
}

function shapesOf(name: string, text: string): readonly FoundSecret[] {
  if (!hasCredentialShape(text)) return [];
  return [...text.matchAll(credentialShapes)].map(([value]) => ({ name, value: value.replace(scheme, "") }));
}

/** A part of an address as it stands there and as it is meant. */
function decodedToo(name: string, value: string): readonly FoundSecret[] {
  return value === ""
    ? []
    : dropDuplicates([value, decodePercent(value)].map((form) => ({ name, value: form })));
}

function dropDuplicates(found: readonly FoundSecret[]): readonly FoundSecret[] {
  const values = new Set<string>();
  return found.filter(({ value }) => values.size < values.add(value).size);
}

/** Names that say nothing about whose secret it is. */
const anybodys = /^(?:authorization|auth|bearer|cookie|key|password|path|token|user)$/i;

/**
 * A name for the environment variable that a secret belongs into.
 *
 * @param owner whose secret it is, such as a server's name
 * @example
 * variableFor({ name: "X-Api-Key", value }, "github") // "X_API_KEY"
 * variableFor({ name: "Authorization", value }, "github") // "GITHUB_KEY"
 */
export function variableFor({ name }: FoundSecret, owner: string): string {
  const last =
    name
      .replace(/\[\d+\]$/, "")
      .split(".")
      .at(-1) ?? "";
  const text = anybodys.test(last) ? `${owner}_key` : last;
  const words = snakeCase(text)
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
  return (/^[a-z]/.test(words) ? words : `my_${words}`).toUpperCase();
}
