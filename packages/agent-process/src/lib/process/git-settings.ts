/** Settings with which git starts no fsmonitor and no maintenance. A hook may run, if the call is for it. */
const quiet = ['core.fsmonitor=false', 'gc.auto=0', 'maintenance.auto=false'] as const

/** With it git does not look inside submodules, where it would run the filters that they configure. */
const outside = '--ignore-submodules=dirty'

/** Settings of git that every package applies which starts it: each is written once, here. */
export const gitSettings = {
  quiet,
  /** Settings of the engine's calls: no hook runs, and objects and refs are synced before a call returns. */
  engine: [
    'core.hooksPath=/dev/null',
    ...quiet,
    'core.fsync=loose-object,pack,pack-metadata,reference',
    'core.fsyncMethod=fsync',
    'submodule.recurse=false',
  ],
  outside,
  /** Flags of a comparison that starts no program of the repository or its submodules. */
  diff: ['--no-ext-diff', '--no-textconv', outside],
} as const
