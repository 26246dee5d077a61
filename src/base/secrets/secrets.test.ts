import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  hiddenSecrets,
  isSecretName,
  type JsonValue,
  maskedError,
  maskSecrets,
  secretsOfAddress,
  secretsOfCommand,
  secretsOfJson,
  secretsOfServerAddress,
  variableFor,
  withoutJsonSecrets,
} from "../index.ts";
import { propertyRuns } from "../testing/property-runs.ts";

const key = "litZ9k2Qm47Xw81Vb3";
const values = (found: readonly { readonly value: string }[]) => found.map(({ value }) => value);

describe("a name that says that its value is a secret", () => {
  test.each([
    ...[
      "api_key",
      "apiKey",
      "apikey",
      "API-KEY",
      "X-Api-Key",
      "OPENAI_KEY",
      "key",
      "apiKeys",
      "x-auth",
      "Authorization",
    ],
    ...[
      "GITHUB_PAT",
      "DB_PASS",
      "DB_PASSWORD",
      "PGPASSWORD",
      "MYSQL_PWD",
      "ACCESS_TOKEN",
      "accessToken",
      "botToken",
    ],
    ...[
      "client_secret",
      "clientSecret",
      "Cookie",
      "Set-Cookie",
      "credentials",
      "AWS_SECRET_ACCESS_KEY",
      "privateKey",
      "jwt",
    ],
    ...[
      "DB_PWD",
      "pwd",
      "SSH_AUTH_TOKEN",
      "DBPASS",
      "PGPASS",
      "DBPWD",
      "MYKEY",
      "OPENAIKEY",
      "passkey",
      "SESSION",
      "AUTH_HEADER",
    ],
    ...["sig", "signature", "openAIApiKey", "anthropicApiKey", "private-token", "proxy-authorization"],
  ])("%s", (name) => {
    expect(isSecretName(name)).toBe(true);
  });

  test.each([
    ...[
      "api_key_env",
      "apiKeyEnv",
      "max_tokens",
      "maxTokens",
      "max_token",
      "MAX_TOKENS",
      "tokenizer",
      "prompt_cache_key",
    ],
    ...[
      "public_key",
      "auth_type",
      "token_url",
      "KEY_FILE",
      "author",
      "monkey",
      "keyword",
      "keyboard",
      "compass",
      "bypass",
    ],
    ...["PWD", "OLDPWD", "SSH_AUTH_SOCK", "GIT_ASKPASS", "DBUS_SESSION_BUS_ADDRESS", "HOME", "PATH"],
    ...["sortkey", "pubkey", "hotkey", "api_key_header"],
    ...[
      "eos_token",
      "stop_token_ids",
      "passthrough",
      "session_id",
      "temperature",
      "TOKENIZERS_PARALLELISM",
      "model",
      "",
    ],
  ])("not %s", (name) => {
    expect(isSecretName(name)).toBe(false);
  });
});

describe("secrets of a command", () => {
  test.each<readonly [string, readonly string[]]>([
    ["an option's value", ["npx", `--api-key=${key}`]],
    ["the word after an option", ["npx", "--token", key]],
    [
      "a header with a scheme",
      ["npx", "mcp-remote", "https://h/mcp", "--header", `Authorization: Bearer ${key}`],
    ],
    ["a header", ["npx", "-H", `X-Api-Key: ${key}`]],
    ["a header without a space", ["npx", "-H", `X-Api-Key:${key}`]],
    ["an option with a header", ["npx", `--header=Authorization: Basic ${key}`]],
    ["a variable's value", ["env", `OPENAI_KEY=${key}`]],
    ["a password of an address", [`postgresql://user:${key}@host/db`]],
    ["a user of an address", [`https://${key}@host/mcp`]],
    ["a parameter", [`https://host/mcp?a=b&apikey=${key}`]],
    ["a connection string", [`Server=db;User=me;Password=${key};`]],
    ["a JSON text", [`{"apiKey": "${key}"}`]],
    ["name and password of a user", ["curl", "-u", `me:${key}`]],
    ["name and password in one word", ["npx", `--user=me:${key}`]],
    ["a variable in one word", [`PGPASS=${key}`, "npx", "x"]],
    ["a header in three words", ["npx", "--header", "Authorization", key]],
    ["what looks drawn by lot after a short option", ["npx", "-k", key]],
    ["a code in an address", [`https://host/mcp?code=${key}`]],
    ["a fragment that is one", [`https://host/mcp#${key}`]],
    ["a command within a command", ["sh", "-c", `npx server --token ${key}`]],
    ["an address without its slashes", [`https:me:${key}@host/mcp`]],
    ["the fragment of an address", [`https://host/mcp#token=${key}`]],
    ["a known shape", ["npx", "-k", "ghp_0123456789abcdefABCD"]],
  ])("%s", (_, words) => {
    expect(values(secretsOfCommand(words))).toEqual([
      words.join(" ").includes(key) ? key : "ghp_0123456789abcdefABCD",
    ]);
  });

  test.each([
    ["npx", "-y", "@modelcontextprotocol/server-filesystem", "/data/my files"],
    ["server", "--auth", "none", "--token-file", "/run/token", "--max-tokens", "100", "--verbose"],
    ["docker", "run", "--user=1000:1000", "-u", "1000:1000", "-p", "8080:80", "https://host/guide#install"],
    ["GOOGLE_APPLICATION_CREDENTIALS=/home/me/key.json"],
    ["git", "clone", "ssh://git@host/repository", "Basic understanding"],
    ["https://host/mcp?project=drugs&page_token=", "note: keys are elsewhere"],
  ])("none in %s", (...words) => {
    expect(secretsOfCommand(words)).toEqual([]);
  });
});

test("an address that can name variables holds a secret wherever something looks drawn by lot", () => {
  expect(values(secretsOfServerAddress(`https://host/${key}/mcp`))).toEqual([key]);
  expect(values(secretsOfServerAddress(`https://host/mcp?access=${key}`))).toEqual([key]);
  expect(values(secretsOfServerAddress("https://h/0f8fad5b-d9cb-469f-a165-70867728950e/mcp"))).toHaveLength(
    1,
  );
  expect(
    secretsOfServerAddress("https://mcp.example.com/v1/models/claude-haiku-4-5-20251001/mcp?q=1"),
  ).toEqual([]);
  expect(secretsOfAddress(`https://gateway.example/v1/${key}/openai`)).toEqual([]);
  expect(values(secretsOfAddress("https://me:p%40ss@host/v1"))).toEqual(["p%40ss", "p@ss"]);
});

test("a JSON value's secrets are found at any depth and named by their places", () => {
  const value = {
    defaultHeaders: {
      "x-auth": key,
      "X-Custom": "0f8fad5b-d9cb-469f-a165-70867728950e",
      accept: "text/plain",
    },
    apiKeys: [key],
    deep: [{ configuration: { apiKey: key, baseURL: `https://me:${key}@host` } }],
    response_format: { json_schema: { properties: { token: { description: "a word" } } } },
    stop: ["Password: x"],
    max_tokens: 5,
    prompt_cache_key: "abc",
  };
  expect(secretsOfJson(value, "extra_kwargs").map(({ name }) => name)).toEqual([
    "extra_kwargs.defaultHeaders.x-auth",
    "extra_kwargs.defaultHeaders.X-Custom",
    "extra_kwargs.apiKeys[0]",
    "extra_kwargs.deep[0].configuration.apiKey",
    "extra_kwargs.deep[0].configuration.baseURL",
  ]);
});

test.each([
  ["words of a command", { args: ["--api-key", key] }],
  ["an option with its value", { args: [`--api-key=${key}`] }],
  ["a variable", { env: [`FOO_KEY=${key}`] }],
  ["headers as lists", { headers: [["Authorization", key]] }],
  ["headers as objects", { headers: [{ name: "X-Api-Key", value: key }] }],
  ["a header as a text", { headers: [`Authorization: ${key}`] }],
  ["what stands inside a secret", { auth: { value: key } }],
  ["keys by name", { apiKeys: { a: key } }],
])("secrets of a JSON value in %s", (_, value) => {
  expect(values(secretsOfJson(value, "extra_kwargs"))).toContain(key);
});

const word = "correcthorsebattery";
test.each<readonly [string, JsonValue]>([
  ["headers as lists", { headers: [["Authorization", word]] }],
  ["headers as texts", { headers: [`X-Key: ${word}`] }],
  ["words of a command", { args: ["--api-key", word] }],
  ["an option with its value", { args: [`--api-key=${word}`] }],
  ["variables as texts", { env: [`FOO_KEY=${word}`] }],
  ["a variable", { env: { DBPASS: word } }],
  ["JSON as a text", { body: `{"api_key":"${word}"}` }],
  ["a number", { password: 12345678 }],
])("a secret that looks like a word is found by its place and not written: %s", (_, value) => {
  expect(secretsOfJson(value, "extra_kwargs")).toHaveLength(1);
  expect(JSON.stringify(withoutJsonSecrets(value))).not.toMatch(/correcthorsebattery|12345678/);
});

test("a variable is named after the secret, or after its owner where the name says nothing", () => {
  expect(variableFor({ name: "X-Api-Key", value: key }, "github")).toBe("X_API_KEY");
  expect(variableFor({ name: "Authorization", value: key }, "git-hub")).toBe("GIT_HUB_KEY");
  expect(variableFor({ name: "extra_kwargs.apiKeys[0]", value: key }, "judge")).toBe("API_KEYS");
  expect(variableFor({ name: "path", value: key }, "1")).toBe("MY_1_KEY");
});

test("the cause of an error shows nothing of a secret and nothing beside its words", () => {
  const inner = Object.assign(new Error(`connect ${key}`), { code: "ECONNREFUSED" });
  const error = Object.assign(new Error(`spawn x Bearer ${key}`, { cause: inner }), {
    code: "ENOENT",
    spawnargs: ["--header", key],
  });
  const shown = maskedError(error, [key]) as NodeJS.ErrnoException;
  expect(JSON.stringify([shown.message, shown.stack, shown, shown.cause])).not.toContain(key);
  expect(shown).toMatchObject({ code: "ENOENT", cause: { code: "ECONNREFUSED" } });
  expect(shown).not.toHaveProperty("spawnargs");
  expect(maskedError({ apiKey: key })).toBeUndefined();
});

test("masking hides a long secret whole although another is part of it", () => {
  expect(maskSecrets("abcd-efgh", ["abcd", "abcd-efgh"])).toBe("[hidden]");
});

test("finding takes time in proportion to the text", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(
        "a",
        "a:",
        "://",
        "@",
        "a=",
        "?a",
        "&a",
        "//a:",
        "-a",
        "a://",
        " a",
        "'a'",
        "a: ",
        "eyJ-",
        "sk-",
        "http:",
        " -u a:",
      ),
      (piece) => {
        expect(secretsOfCommand([piece.repeat(50_000)])).toBeInstanceOf(Array);
      },
    ),
    { numRuns: propertyRuns(10) },
  );
});

test.each([
  [`"mcp:npx server --token ${key}"`, '"mcp:npx server --token [hidden]"'],
  [`npx -H 'X-Api-Key: ${key}' x`, "npx -H 'X-Api-Key: [hidden]' x"],
  ["a, b and c", "a, b and c"],
])("a setting that cannot be read is shown without its secrets: %s", (text, shown) => {
  expect(hiddenSecrets(text)).toBe(shown);
});
