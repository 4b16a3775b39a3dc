/** Names the folder of a session that is continued, since it may have moved. */
export const describeFolder = (dir: string | undefined): string[] =>
  dir === undefined
    ? []
    : [
        `Your folder is now ${dir}`,
        'If earlier messages name another folder, its files are here now: read and write only here.',
      ]
