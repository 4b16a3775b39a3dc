/** The workspace that a set-up prepares, and the git dir whose index lists the files of its commit. */
export interface SetupPlace {
  readonly workspace: string
  readonly gitDir: string
}
