/** Formats milliseconds since 1970 as ISO 8601 in UTC. */
export const isoTime = (ms: number): string => new Date(ms).toISOString()
