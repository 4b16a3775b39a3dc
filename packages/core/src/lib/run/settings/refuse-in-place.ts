import { AmeliaError } from '../../error/amelia-error.ts'

/** Throws `OPTION_INVALID` for a run in the user's checkout: workers have checkouts of their own. */
export const refuseInPlace = (inPlace: boolean, dispatcher: unknown): void => {
  if (!inPlace || dispatcher === undefined) return
  throw new AmeliaError(
    'OPTION_INVALID',
    'A run with a dispatcher works in the checkouts of its workers, so it cannot run in place. Omit `inPlace` or `dispatcher`.',
    { option: 'dispatcher' },
  )
}
