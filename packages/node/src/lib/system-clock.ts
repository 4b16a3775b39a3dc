import { type Clock, timerClock } from '@amelia/core/plugin'

/**
 * Creates the clock of this machine, a `timerClock`. A pending wait keeps the process alive, because the
 * waiting run depends on it.
 */
export const systemClock = (): Clock => timerClock()
