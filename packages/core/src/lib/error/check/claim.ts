import { matching } from './rule.ts'

/** The name of a worker's claim, which is part of refs and paths. */
export const claim = /* @__PURE__ */ matching(
  /^[A-Za-z0-9-]{1,64}$/,
  'at most 64 letters, digits and hyphens',
)
