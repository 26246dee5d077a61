import { nearestName } from "../base/index.ts";

const given = /unknown option '(--?[^'=]*)(?:=[^']*)?'/;
const keyOption = /^--(answering-|parsing-|embedding-)?(?:api-?)?(?:key|token)$/;

/**
 * The error about an option that does not exist, without the value it was given, which may be a key.
 *
 * @param known the options of the command, to name the nearest where the error names none
 */
export function unknownOptionText(text: string, known: readonly string[] = []): string {
  const [, option = ""] = given.exec(text) ?? [];
  const [isKey, side = ""] = keyOption.exec(option) ?? [];
  const plain = text.replace(given, `unknown option '${option}'`);
  if (isKey === undefined) {
    const near = option === "" || plain.includes("(Did you mean") ? undefined : nearestName(option, known);
    return near === undefined ? plain : `${plain.trimEnd()}\n(Did you mean ${near}?)\n`;
  }
  const [error = ""] = plain.split("\n");
  return `${error}\nhint: A key is never given itself. Put it into an environment variable and give its name: --${side}api-key-env MY_API_KEY.\n`;
}
