/** Whether a path names a file of recorded results that tests are compared with. */
export const isSnapshot = (path: string): boolean =>
  /\.(?:snap|snapshot|ambr)$/i.test(path) ||
  path.split('/').some((part) => /^__(?:image_)?snapshots__$|-snapshots$/i.test(part))
