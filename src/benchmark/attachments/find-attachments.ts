import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import { isWithin, KareninaError, messageOf, readErrorCode, sha256 } from "../../base/index.ts";
import { attachmentName, type QuestionAttachment } from "../question/conversation.ts";
import { contentProblem, mediaTypeOfName } from "../question/media-type.ts";

/** An attachment that is there and can be sent. Its bytes are read when they are needed. */
export interface FoundAttachment {
  /** As the question calls it. */
  readonly name: string;
  /** Such as `image/png`. */
  readonly mediaType: string;
  /** Of its bytes; lower-case hexadecimal. */
  readonly sha256: string;
  /** In bytes. */
  readonly size: number;
  /** Absolute; absent for bytes that were given by code. */
  readonly path?: string;
  /** Throws `KareninaError` `file_unreadable` where the file is not any more what was found. */
  read(): Uint8Array;
}

/** Most bytes of all attachments of a question together. */
export const mostAttachedBytes = 20 * 1024 * 1024;

/** What was found of one attachment, or why it cannot be sent. */
type Finding = FoundAttachment | { readonly name: string; readonly problem: string };

/**
 * Looks for the attachments of questions in one folder; nothing outside of it is read, also not by way of links. A file that
 * several questions have is read once.
 *
 * @param root folder that paths start from; undefined: there is none
 */
export function attachmentFinder(root: string | undefined): (attachments: readonly QuestionAttachment[]) => {
  readonly found: readonly FoundAttachment[];
  readonly problems: readonly string[];
} {
  const known = new Map<string, Finding>();
  const find = (attachment: QuestionAttachment): Finding => {
    if (attachment.path === undefined) return ofBytes(attachment.name, attachment.data);
    const finding = known.get(attachment.path) ?? ofFile(root, attachment.path);
    known.set(attachment.path, finding);
    return finding;
  };
  return (attachments) => {
    const findings = attachments.map(find);
    const found = findings.filter((one): one is FoundAttachment => "sha256" in one);
    const bytes = found.reduce((sum, { size }) => sum + size, 0);
    return {
      found,
      problems: [
        ...findings.flatMap((one) => ("problem" in one ? [`${one.name}: ${one.problem}`] : [])),
        ...(bytes > mostAttachedBytes
          ? [`${attachments.map(attachmentName).join(", ")}: ${tooLarge(bytes)}`]
          : []),
      ],
    };
  };
}

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);

const tooLarge = (bytes: number): string =>
  `${megabytes(bytes)} MB; the attachments of a question may have ${megabytes(mostAttachedBytes)} MB together`;

function ofBytes(name: string, data: Uint8Array): Finding {
  const mediaType = mediaTypeOfName(name);
  const problem =
    mediaType === undefined
      ? "its name does not say what it is"
      : data.byteLength > mostAttachedBytes
        ? tooLarge(data.byteLength)
        : contentProblem(mediaType, data);
  if (problem !== undefined || mediaType === undefined) return { name, problem: problem ?? "" };
  return { name, mediaType, sha256: sha256(data), size: data.byteLength, read: () => data };
}

function ofFile(root: string | undefined, name: string): Finding {
  if (root === undefined)
    return {
      name,
      problem: "the benchmark has no folder to look in: save it, or say `attachmentsRoot`",
    };
  const mediaType = mediaTypeOfName(name);
  if (mediaType === undefined) return { name, problem: "its name does not say what it is" };
  try {
    const { file, data } = readInside(root, name);
    const problem = contentProblem(mediaType, data);
    if (problem !== undefined) return { name, problem };
    const digest = sha256(data);
    return {
      ...{ name, mediaType, sha256: digest, size: data.byteLength, path: file },
      read: () => readAgain(root, name, digest),
    };
  } catch (error) {
    return { name, problem: messageOf(error) };
  }
}

function readAgain(root: string, name: string, digest: string): Uint8Array {
  const changed = (why: string, cause?: unknown) =>
    new KareninaError(
      "file_unreadable",
      `The attachment ${name} is not what it was when the run began: ${why}.`,
      {
        cause,
      },
    );
  let data: Uint8Array;
  try {
    data = readInside(root, name).data;
  } catch (error) {
    throw changed(messageOf(error), error);
  }
  if (sha256(data) !== digest) throw changed("its content is another");
  return data;
}

/** The bytes of a file below a folder; what stands outside of it, is hidden or is no file is not opened. */
function readInside(root: string, name: string): { readonly file: string; readonly data: Uint8Array } {
  const folder = realpathSync(root);
  const file = realOf(path.join(folder, name));
  const way = path.relative(folder, file);
  if (!isWithin(folder, file) || way.split(path.sep).some((part) => part.startsWith(".")))
    throw new Error("it leads outside of the benchmark's folder, or to something hidden");
  // a pipe would wait for its other end
  const opened = openSync(
    file,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0),
  );
  try {
    const about = fstatSync(opened);
    if (!about.isFile()) throw new Error("it is no file");
    if (about.size > mostAttachedBytes) throw new Error(tooLarge(about.size));
    // bytes of its own: a small buffer shares its memory with others
    return { file, data: new Uint8Array(readFileSync(opened)) };
  } finally {
    closeSync(opened);
  }
}

function realOf(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    const code = readErrorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") throw new Error(`there is no file ${file}`);
    throw error;
  }
}
