import { matching } from './rule.ts'

/** The id of a new run. `limit-` begins the names of leases. */
export const newRunId = /* @__PURE__ */ matching(
  /^(?!(?:target|folder)$|limit-)[a-z0-9][a-z0-9-]{0,63}$/,
  'at most 64 lower-case letters, digits and hyphens, and not "target", "folder" or "limit-…"',
)
