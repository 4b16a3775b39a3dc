import { invalidOption } from '../../error/check/check-options.ts'

/**
 * Refuses a store in place of the host of a function that uses the repository. Throws `OPTION_INVALID`, which
 * says what to pass.
 */
export const refuseStore = (caller: string, options: object, rules: object): void => {
  if (!('store' in Object(options)) || 'store' in rules || !('host' in rules)) return
  throw invalidOption(
    'store',
    `${caller}: \`store\` is not enough, because ${caller} uses the repository. Pass a host with git that has this store, such as \`host: { ...nodeHost(), store }\`.`,
  )
}
