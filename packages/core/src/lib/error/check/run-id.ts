import { matching } from './rule.ts'

/** The id of a stored run: the name of a folder, and a part of references. */
export const runId = /* @__PURE__ */ matching(
  /^(?!.*\.\.)(?!.*\.lock$)[A-Za-z0-9](?:[\w.-]{0,126}[\w-])?$/,
  'the id of a run, of letters, digits, dots, hyphens and underscores',
)
