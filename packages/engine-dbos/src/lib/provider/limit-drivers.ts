import type { PerformDispatchOptions } from '@amelia/core/machine'
import type { DriverV1 } from '@amelia/core/plugin'
import { limitDriver } from './limit-driver.ts'
import type { ProviderLimits } from './provider-limits.ts'

type DriverOption = NonNullable<PerformDispatchOptions['driver']>
type Part = DriverOption | readonly DriverV1[] | undefined

/** Makes all drivers of an option keep the limits of their providers. Its form stays. */
export const limitDrivers = (option: DriverOption, limits: ProviderLimits): DriverOption => {
  const wrapped = new Map<DriverV1, DriverV1>()
  const one = (driver: DriverV1): DriverV1 => {
    const known = wrapped.get(driver) ?? limitDriver(driver, limits)
    wrapped.set(driver, known)
    return known
  }
  const wrap = (part: unknown): unknown => {
    if (typeof part === 'function')
      return (...question: unknown[]) => wrap((part as (...all: unknown[]) => Part)(...question))
    if (Array.isArray(part)) return part.map(wrap)
    if (typeof part !== 'object' || part === null) return part
    if ('runSession' in part) return one(part as DriverV1)
    // Drivers by role and phase.
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, wrap(value)]))
  }
  return wrap(option) as DriverOption
}
