import { existsSync, lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { insideId, type ReadOnlyEntry, type ViewEntry } from "./sandbox-view.ts";

const programFolders = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/** What programs read of `/etc`; private keys, accounts and machine settings are not among it. */
const settings = [
  "alternatives",
  "crypto-policies",
  "fonts",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "localtime",
  "mime.types",
  "nsswitch.conf",
  "pki/ca-trust/extracted",
  "pki/tls/cert.pem",
  "pki/tls/certs",
  "pki/tls/openssl.cnf",
  "protocols",
  "services",
  "ssl/cert.pem",
  "ssl/certs",
  "ssl/openssl.cnf",
  "timezone",
];

const accounts = [
  "root:x:0:0:root:/tmp:/bin/sh",
  `agent:x:${insideId}:${insideId}:agent:/tmp:/bin/sh`,
  "nobody:x:65534:65534:nobody:/nonexistent:/bin/false",
];
const groups = ["root:x:0:", `agent:x:${insideId}:`, "nogroup:x:65534:"];
const hosts = ["127.0.0.1 localhost sandbox", "::1 localhost"];

const lines = (list: readonly string[]): string => `${list.join("\n")}\n`;

/** The programs and libraries of this machine and the few settings they read. */
export function systemEntries({ network }: { readonly network: boolean }): readonly ViewEntry[] {
  const folders = programFolders.filter((folder) => existsSync(folder)).map(sameFolder);
  const names = network ? [...settings, "resolv.conf"] : settings;
  const files = names
    .map((name) => path.join("/etc", name))
    .filter((file) => existsSync(file))
    .map(readOnly);
  return [
    ...folders,
    ...files,
    { kind: "text", target: "/etc/passwd", text: lines(accounts) },
    { kind: "text", target: "/etc/group", text: lines(groups) },
    { kind: "text", target: "/etc/hosts", text: lines(hosts) },
  ];
}

/** A file or folder under its own name, its links followed. Throws where there is none. */
export function readOnly(place: string): ReadOnlyEntry {
  const source = realpathSync(place);
  return { kind: "read_only", source, target: place, isFolder: statSync(source).isDirectory() };
}

function sameFolder(folder: string): ViewEntry {
  return lstatSync(folder).isSymbolicLink()
    ? { kind: "symlink", leadsTo: readlinkSync(folder), target: folder }
    : readOnly(folder);
}
