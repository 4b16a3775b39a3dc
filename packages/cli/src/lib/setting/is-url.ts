/** Whether the target of `--notify` is an address; else it is a command. */
export const isUrl = (target: string): boolean => /^https?:\/\//i.test(target)
