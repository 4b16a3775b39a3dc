/** Characters that HFS+ leaves out when it compares names. */
const ignorable = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/**
 * Whether some file system takes this name of a file or folder for `.git`.
 *
 * Case, trailing dots and spaces, NTFS streams, the 8.3 name `git~1` and invisible characters count.
 */
export const isGitName = (name: string): boolean =>
  /^(\.git|git~\d+)[ .]*(:.*)?$/i.test(name.replace(ignorable, ''))
