import { usageError } from './usage-error.ts'

const drivers = ['steps']

/** Throws a usage error unless there is such a driver. */
export const checkDriver = (name: string): void => {
  if (!drivers.includes(name))
    throw usageError(`There is no driver "${name}".`, `Drivers: ${drivers.join(', ')}.`)
}
