/** The longest time that timers keep, in milliseconds. */
export const longestTimerMs = 2 ** 31 - 1
