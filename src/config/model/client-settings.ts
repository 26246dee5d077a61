import { isJsonObject, isSecretName, type JsonObject, type JsonValue } from "../../base/index.ts";

/** Settings of a vendor's client that say where requests go or by what way, however they are spelled. */
const wayOut =
  /(?:url|uri|basepath|endpoint|host|hostname|proxy|proxies|instancename)$|^(?:fetch|fetchoptions|httpagent|httpsagent|dispatcher)$/;
/** Members of requests, not of the client. */
const body = /^(?:modelkwargs|metadata)$/;

/** What a vendor's client is told by `extra_kwargs` that has a setting of its own: where requests go, and with which key. */
interface ClientSetting {
  /** Such as `configuration.baseURL`. */
  readonly place: string;
  readonly kind: "address" | "key";
}

/** Looks for such settings at any depth. Headers may be anything but the name of a host. */
export function clientSettings(extra: JsonObject): readonly ClientSetting[] {
  return Object.entries(extra).flatMap(([name, value]) =>
    inMember(name, value, { place: name, isHeader: false }),
  );
}

function inMember(
  name: string,
  value: JsonValue,
  { place, isHeader }: { readonly place: string; readonly isHeader: boolean },
): readonly ClientSetting[] {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, "");
  if (body.test(plain) || value === null) return [];
  if (wayOut.test(plain)) return [{ place, kind: "address" }];
  if (!isHeader && typeof value === "string" && isSecretName(name)) return [{ place, kind: "key" }];
  const members = Array.isArray(value)
    ? value.map((item, at): readonly [string, JsonValue] => [String(at), item])
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return members.flatMap(([key, member]) =>
    inMember(key, member, { place: `${place}.${key}`, isHeader: plain.endsWith("headers") }),
  );
}
