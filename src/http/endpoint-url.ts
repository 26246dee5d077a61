import { basicCredentials, KareninaError } from "../base/index.ts";

/** `auto_v1` adds `/v1` where the path has no such part; `raw` takes the URL as it stands. */
export type BaseUrlMode = "auto_v1" | "raw";

/** Where requests go, and what may be shown of it. */
interface Endpoint {
  readonly url: string;
  /** Without credentials, query and fragment. */
  readonly shown: string;
  /** From `user:password@` in the base URL. */
  readonly authorization: string | undefined;
}

/** The URL as it may appear in messages: no credentials, query or fragment. */
export function shownUrl(url: string): string {
  if (!URL.canParse(url)) return "an unreadable URL";
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/**
 * The address of one operation below a base URL. A query of the base URL is kept.
 * Throws `KareninaError` with code `configuration` for anything but an `http` or `https` URL.
 */
export function endpointOf(baseUrl: string, operation: string, mode: BaseUrlMode = "auto_v1"): Endpoint {
  const parsed = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (parsed === undefined || !["http:", "https:"].includes(parsed.protocol)) {
    throw new KareninaError("configuration", "The base URL of an endpoint must be an http or https URL.", {
      hint: "Write it in full, such as http://localhost:8000/v1.",
    });
  }
  const segments = parsed.pathname.split("/").filter((segment) => segment !== "");
  const asked = operation.split("/");
  if (segments.slice(-asked.length).join("/") === operation) segments.splice(-asked.length);
  if (mode === "auto_v1" && !segments.includes("v1")) segments.push("v1");
  const credentials = basicCredentials(parsed);
  const url = `${parsed.origin}/${[...segments, operation].join("/")}${parsed.search}`;
  return {
    url,
    shown: shownUrl(url),
    authorization: credentials === undefined ? undefined : `Basic ${credentials}`,
  };
}
