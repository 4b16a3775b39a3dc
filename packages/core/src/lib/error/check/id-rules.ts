import { matching } from './rule.ts'

/** The id of a stored run: the name of a folder, and a part of references. */
export const runId = /* @__PURE__ */ matching(
  /^(?!.*\.\.)(?!.*\.lock$)[A-Za-z0-9](?:[\w.-]{0,126}[\w-])?$/,
  'the id of a run, of letters, digits, dots, hyphens and underscores',
)

/** The id of a new run. `target` and `folder` are refs of a run, and `limit-` begins the names of leases. */
export const newRunId = /* @__PURE__ */ matching(
  /^(?!(?:target|folder)$|limit-)[a-z0-9][a-z0-9-]{0,63}$/,
  'at most 64 lower-case letters, digits and hyphens, and not "target", "folder" or "limit-…"',
)

/** The name of a worker's claim, which is part of refs and paths. */
export const claim = /* @__PURE__ */ matching(/^[A-Za-z0-9-]{1,64}$/, 'at most 64 letters, digits and hyphens')
