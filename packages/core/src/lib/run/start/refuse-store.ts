import { AmeliaError } from '../../error/amelia-error.ts'

/**
 * Refuses a store in place of a host, which suffices only to read a run or to send it a request. Throws
 * `OPTION_INVALID`.
 */
export const refuseStore = (caller: string, options: object): void => {
  if (!('store' in (options ?? {}))) return
  throw new AmeliaError(
    'OPTION_INVALID',
    `${caller}: \`store\` is not enough, because ${caller} also changes the repository. Pass a host with git that has this store, such as \`host: { ...nodeHost(), store }\`.`,
    { option: 'store' },
  )
}
