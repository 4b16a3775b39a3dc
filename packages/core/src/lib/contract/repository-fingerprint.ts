/** A fingerprint of the user's repository, to compare with a later one. */
export interface RepositoryFingerprint {
  /**
   * Everything that changes how git behaves or which programs it runs. `config:PATH:KEY`: the values of a
   * key, one per line. `file:PATH`: a digest of a file below the common dir. `ref:NAME`: a reference.
   */
  planted: ReadonlyMap<string, string>
  /** `HEAD`, `worktrees/NAME/HEAD` and references by their full name. A symbolic one is `ref: NAME`. */
  moved: ReadonlyMap<string, string>
}
