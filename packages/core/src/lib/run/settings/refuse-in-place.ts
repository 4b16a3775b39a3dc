import { invalidOption } from '../../error/check/check-options.ts'

/** Throws `OPTION_INVALID` for a run in the user's checkout: workers have checkouts of their own. */
export const refuseInPlace = (inPlace: boolean, dispatcher: unknown): void => {
  if (!inPlace || dispatcher === undefined) return
  throw invalidOption(
    'dispatcher',
    'A run with a dispatcher works in the checkouts of its workers, so it cannot run in place. Omit `inPlace` or `dispatcher`.',
  )
}
