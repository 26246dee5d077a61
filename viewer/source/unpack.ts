/** Opens JSON that was compressed by gzip and written in base64. */
export async function unpackJson(base64: string): Promise<unknown> {
  const binary = atob(base64.trim());
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
