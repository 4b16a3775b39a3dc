import type { OpenWorkspaceRequest } from './open-workspace-request.ts'

/** Returns the variables that name a workspace and its work. See `env` of a workspace. */
export const workspaceVariables = (
  { runId, phase }: Pick<OpenWorkspaceRequest, 'runId' | 'phase'>,
  slot: string,
): Record<string, string> => ({
  AMELIA_RUN: runId,
  ...(phase !== undefined && { AMELIA_PHASE: phase }),
  AMELIA_SLOT: slot,
})
