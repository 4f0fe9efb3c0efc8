const MEMBER = [0x1f, 0x8b, 0x08];

/** The recorded games in a file, each as one JSON text: a whole file of JSON, or a line each. */
export async function recordsIn(file: Blob): Promise<string[]> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const text = isMember(bytes, 0) ? await unzipped(bytes) : new TextDecoder().decode(bytes);
  const whole = text.trim();
  return isJson(whole) ? [whole] : whole.split("\n").filter((line) => line.startsWith("{"));
}

/**
 * The text of a gzip file of any number of members; corpora have one for each game, which
 * browsers do not unzip by themselves.
 */
async function unzipped(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const starts = memberStarts(bytes);
  const parts: string[] = [];
  for (let first = 0, next = 1; first < starts.length; next += 1) {
    if (next > starts.length) throw new Error("The file is damaged.");
    const part = await unzip(bytes.subarray(starts[first], starts[next] ?? bytes.length));
    if (part === null) continue; // what looked like the next member was in the middle of this one
    parts.push(part);
    first = next;
  }
  return parts.join("");
}

function memberStarts(bytes: Uint8Array): number[] {
  const starts: number[] = [];
  for (let at = bytes.indexOf(0x1f); at >= 0; at = bytes.indexOf(0x1f, at + 1)) {
    if (isMember(bytes, at)) starts.push(at);
  }
  return starts;
}

function isMember(bytes: Uint8Array, at: number): boolean {
  return MEMBER.every((byte, index) => bytes[at + index] === byte);
}

async function unzip(bytes: Uint8Array<ArrayBuffer>): Promise<string | null> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).text().catch(() => null);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
