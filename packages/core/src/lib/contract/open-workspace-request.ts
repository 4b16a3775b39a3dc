/** Asks for a separate tree, or for the user's checkout, in which one attempt works. */
export interface OpenWorkspaceRequest {
  /** The id of the run that the workspace belongs to. */
  runId: string
  /** The phase that works in it, for the variables of the workspace. Absent for work on the run itself. */
  phase?: string
  /** The worker's claim, where several machines share a run: it makes `AMELIA_SLOT` unique among them. */
  claim?: string
  /** The token of the run's lease: holders never share a workspace. Default: no lease covers it. */
  lease?: string
  /** The commit that the attempt builds on. */
  base: string
  /** The commit whose files are the workspace's `baseFiles`. Default: `base`. */
  rules?: string
  /** The commit whose tree is put there when it is not `base`'s: an attempt goes on. */
  tree?: string
  /**
   * The slot that the attempt had before: it is used again, with what `tree` does not describe, if it is
   * free. Otherwise the workspace is in another slot.
   */
  slot?: string
  /** The workspace is the user's own checkout. */
  inPlace?: InPlaceRequest
}

/** Asks for the tree that a dead process left. */
export interface RescueRequest extends Required<Pick<OpenWorkspaceRequest, 'runId' | 'slot' | 'base'>> {
  /** The token of the lease that the caller holds: the tree is moved under it. */
  lease?: string
  /** The commit with the attempt's work so far: its files are tracked. Default: `base`. */
  tree?: string
}

/** Which workspaces of a run are removed. */
export interface RemoveWorkspacesOptions {
  /** The token of the lease that the caller holds. Default: those that no lease covers. */
  lease?: string
  /**
   * Also those of holders that may still be alive on another machine or in another container, and those that
   * were closed with `keep`. Default: false.
   */
  all?: boolean
  /**
   * Also those that dead holders left open: the run cannot be resumed, or has rescued those that it needs.
   * Default: the value of `all`.
   */
  over?: boolean
  /**
   * Those that the caller left open stay for `rescueWorkspace`: it stops without having committed them.
   * Default: false.
   */
  rescuable?: boolean
}

/** How a phase runs in the user's own checkout. */
export interface InPlaceRequest {
  /** The full name of the branch that HEAD must be on. */
  branch: string
  /** The commit that HEAD must be at. */
  head: string
  /** The reference of the attempt's work: discarded changes are kept there if it does not exist yet. */
  attempt?: string
  /** The reference for all other discarded changes. */
  left: string
}
