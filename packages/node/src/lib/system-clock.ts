import { type Clock, timerClock } from '@amelia/core/plugin'

/** The clock of this machine, as `timerClock` has it: a pending wait keeps the process alive, as the run that waits depends on it. */
export const systemClock = (): Clock => timerClock()
