import { decodePercent } from "../decode-percent.ts";

const mask = "***";
/** Also as a path has it, in which two slashes are one, in quotes that were left, and with a driver as SQLAlchemy and JDBC name it. */
const protocol = /^\W*(?:jdbc:)?postgres(?:ql)?(?:\+\w+)?:\/*/i;
/** Also behind a `;` or `#` that is none to PostgreSQL; a value goes on behind a `;`. */
const parameter = /(?<=[?&;#])([^=&;#]*)=(?=([^&#]*))/g;
/** From the port to a value with an `@` in it. */
const portAndParameter = /^\d*(?:\/[^?]*)?\?.*=/s;

/** A password in an address, with what stands around it. */
interface AddressPassword {
  readonly before: string;
  /** As it is written there. */
  readonly password: string;
  readonly after: string;
}

/** Also of addresses that are none for a character of the password that should be written as `%…`. */
function passwordsIn(address: string): readonly AddressPassword[] {
  const rest = address.replace(protocol, "");
  if (rest === address) return [];
  const [, ofUser] = /^[^:@/?#]*:(.*)@/s.exec(rest) ?? [];
  const isOfUser = ofUser !== undefined && !portAndParameter.test(ofUser);
  const parameters = [...rest.matchAll(parameter)].filter(([, name = ""]) =>
    /pass(?!file)|^pwd$/i.test(decodePercent(name)),
  );
  return [
    ...(isOfUser ? [{ before: ":", password: ofUser, after: "@" }] : []),
    ...parameters.map(([, name = "", password = ""]) => ({ before: `${name}=`, password, after: "" })),
  ].filter(({ password }) => password !== "");
}

/** The passwords in the address of a database, as they are written there and as they are meant. */
export const passwordsOfAddress = (address: string): readonly string[] =>
  passwordsIn(address).flatMap(({ password }) => [
    password,
    decodePercent(password),
    decodePercent(password.replaceAll("+", " ")),
  ]);

/**
 * A text in which the address of a database stands without its passwords, also where it stands as a path.
 *
 * @example
 * maskAddress("There is no run 7 in postgres://me:word@db/runs.", "postgres://me:word@db/runs"); // "… in postgres://me:***@db/runs."
 */
export function maskAddress(text: string, address: string): string {
  return passwordsIn(address).reduce(
    (shown, { before, password, after }) =>
      shown.replaceAll(before + password + after, before + mask + after),
    text,
  );
}
