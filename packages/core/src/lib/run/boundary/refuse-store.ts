import { AmeliaError } from '../../error/amelia-error.ts'

/**
 * Refuses a store in place of the host of a function that uses the repository. Throws `OPTION_INVALID`, which
 * says what to pass.
 */
export const refuseStore = (caller: string, options: object, rules: object): void => {
  if (!('store' in Object(options)) || 'store' in rules || !('host' in rules)) return
  throw new AmeliaError(
    'OPTION_INVALID',
    `${caller}: \`store\` is not enough, because ${caller} uses the repository. Pass a host with git that has this store, such as \`host: { ...nodeHost(), store }\`.`,
    { option: 'store' },
  )
}
