/** Whether a ref reserves a branch or a folder for a run. */
export const isReservation = (ref: string): boolean => /^refs\/amelia\/(?:target|folder)\//.test(ref)

/** Returns the run that a ref belongs to; undefined for a branch or a reservation. */
export const runOfRef = (ref: string): string | undefined =>
  isReservation(ref) ? undefined : /^refs\/amelia\/([^/]+)\//.exec(ref)?.[1]
