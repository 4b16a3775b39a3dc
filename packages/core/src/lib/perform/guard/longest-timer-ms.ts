/** The longest delay that timers support, in milliseconds. */
export const longestTimerMs = 2 ** 31 - 1
