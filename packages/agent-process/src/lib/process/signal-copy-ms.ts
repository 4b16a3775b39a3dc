/**
 * Milliseconds in which copies of a signal arrive. `timeout` sends its signal to a program and to the group
 * of the program, and npx passes on a Ctrl-C that the terminal has sent to the program too.
 */
export const signalCopyMs = 100
