/** Where people find a text of a run. */
export const placeOf = (schema: string, runId: string, name: string): string =>
  `postgres:${schema}/${runId}/${name}`
