import { invalidOption } from '../../error/check/check-options.ts'

const segment = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,127}$/

/** Throws `OPTION_INVALID` for a name that a store must not use: see `RunLease.keep`. */
export const checkArtifactName = (name: string): void => {
  if (name.split('/').every((part) => segment.test(part) && !part.includes('..'))) return
  const message = `${JSON.stringify(name)} is not a valid artifact name. Use letters, digits, ".", "_" and "-", in folders separated by "/".`
  throw invalidOption('name', message)
}
