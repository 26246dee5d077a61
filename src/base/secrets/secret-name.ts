/** Words that say that a value is a secret, whatever stands before them. */
const secretWord =
  /^(secrets?|pass|passwd|pwd|pw|passphrase|auth|authorization|cookies?|bearer|jwt|pat|key|token|sig|signature|session)$|(secret|password|passphrase|credentials?|(?:api|access|private|secret|auth|master|encryption|signing|service)keys?|token)$/;
const plural = /^(keys|tokens|passwords)$/;
/** Words that make a plural a list of secrets: `max_tokens` is none. */
const guarding =
  /^(api|access|auth|authentication|bearer|refresh|secret|private|client|session|service|account)$/;
/** Last words of names that tell something about a secret: where it lies, how long it may be. */
const aboutSecrets =
  /^(type|method|mode|scheme|url|uri|endpoint|host|port|file|path|dir|directory|folder|env|var|variable|name|header|headers|prefix|id|ids|ttl|limit|count|length|size|budget|timeout|expiry|seconds|enabled|required|provider|algorithm|usage|details)$/;
/** What shells and desktops set: folders, sockets, programs that ask for a password, names of sessions. */
const setByPlatform =
  /^(?:(?:OLD)?PWD|SSH_AUTH_SOCK|(?:[A-Z]+_)?ASKPASS|DBUS_SESSION_BUS_ADDRESS|SESSION_MANAGER|DESKTOP_SESSION|GDMSESSION)$/;
/** Keys and tokens of texts, tables and caches. */
const harmlessKind =
  /^(cache|public|pub|row|sort|primary|foreign|partition|routing|idempotency|hot|group|lookup|bos|eos|pad|sep|unk|mask|cls|stop|start|end|special|max|min|num|next|page)$/;

/** Words in one such as `PGPASS` and `openaikey`, and those that only end so. */
const joined = /^(.+)(?:key|pass|pwd)$/;
const oneWord = /^(?:mon|tur|don|joc|hoc|whis|mal|hot)key$|^(?:com|encom|by|sur|tres|over|under)pass$/;
/** What a header is, where names of headers end on it otherwise: `AUTH_HEADER`. */
const authHeader = /^auth(?:orization)?[^a-z0-9]*header$/i;

/**
 * True for a name that says that its value is a secret: of a variable, a setting, an option, a header, a parameter of
 * an address.
 *
 * @example
 * isSecretName("X-Api-Key") // true
 * isSecretName("api_key_env") // false: it names a variable
 */
export function isSecretName(name: string): boolean {
  const words = wordsOfName(name);
  const last = words.at(-1) ?? "";
  if (authHeader.test(name)) return true;
  if (setByPlatform.test(name)) return false;
  if (aboutSecrets.test(last)) return false;
  return words.some((word, place) => {
    const before = words[place - 1] ?? "";
    if (plural.test(word)) return word === "passwords" || guarding.test(before);
    const [, prefix = ""] = oneWord.test(word) ? [] : (joined.exec(word) ?? []);
    if (prefix !== "") return !harmlessKind.test(prefix);
    return secretWord.test(word) && !(/^(key|token)$/.test(word) && harmlessKind.test(before));
  });
}

function wordsOfName(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}
