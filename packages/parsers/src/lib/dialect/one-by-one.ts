/** The rule of formats whose tasks run in order. */
export const oneByOne = 'each task waits for the one before it'
