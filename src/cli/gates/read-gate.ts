import { type Gate, readGates } from "../../analysis/index.ts";
import { messageOf } from "../../base/index.ts";
import { usageError } from "../failure.ts";

const numbers: ReadonlySet<string> = new Set(["min", "max", "by", "alpha", "min_matched"]);
const fields = /(\w+)=("[^"]*"|\S+)/g;

/**
 * Reads a gate as an option has it: its name, then its fields, a share also in percent: `pass_rate min=80% keyword="drug safety"`.
 *
 * @throws KareninaError `configuration` with what is wrong.
 */
export async function readGate(given: string): Promise<Gate> {
  const [name = "", ...rest] = given.trim().split(/\s+/);
  const listed = rest.join(" ");
  const left = listed.replaceAll(fields, "").trim();
  if (left !== "")
    throw refusal(given, `"${left}" is no field; fields are as min=80% or keyword="two words".`);
  const members = Array.from(listed.matchAll(fields), ([, field = "", value = ""]) => ({ field, value }));
  const doubled = members.find(({ field }, at) => members.findIndex((other) => other.field === field) < at);
  if (doubled !== undefined) throw refusal(given, `"${doubled.field}" is given twice.`);
  const read = members.map(({ field, value }) => [
    field,
    numbers.has(field) ? numberOf(value) : value.replace(/^"(.*)"$/, "$1"),
  ]);
  const gates = [{ gate: name, ...Object.fromEntries(read) }];
  try {
    const [gate] = await readGates(JSON.stringify({ gates }));
    if (gate !== undefined) return gate;
  } catch (error) {
    throw refusal(given, messageOf(error));
  }
  throw refusal(given, "it is empty.");
}

const refusal = (given: string, reason: string) =>
  usageError(`--gate "${given}": ${reason}`, 'Such as: --gate "pass_rate min=80% keyword=safety"');

/** What is no number stays a text: a percent, or what the schema refuses. */
const numberOf = (value: string): number | string =>
  /^-?(\d+\.?\d*|\.\d+)$/.test(value) ? Number(value) : value;
