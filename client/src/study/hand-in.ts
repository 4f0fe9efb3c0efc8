import type { Link } from "./visit.svelte";

/** A form that tells a platform that a task is done. */
export interface HandIn {
  url: string;
  fields: readonly (readonly [string, string])[];
}

/** Where a task of Mechanical Turk is handed in, as its link said; null if that is not its site. */
export function mturkHandIn(link: Link, code: string): HandIn | null {
  const { assignmentId = "", turkSubmitTo = "" } = link;
  const site = URL.canParse(turkSubmitTo) ? new URL(turkSubmitTo) : null;
  const isTheirs = site?.protocol === "https:" && site.hostname.endsWith(".mturk.com");
  if (!site || !isTheirs || !assignmentId) return null;
  const fields = [["assignmentId", assignmentId] as const, ["code", code] as const];
  return { url: `${site.origin}/mturk/externalSubmit`, fields };
}
