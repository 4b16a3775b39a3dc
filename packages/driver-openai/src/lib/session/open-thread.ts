import type { SessionRequest } from '@amelia/core/plugin'
import type { CodexClient, CodexThread } from './codex-sdk.ts'
import type { CodexSettings } from '../option/codex-settings.ts'

/** Starts a thread, or resumes the one with the id `resume`. Codex never asks for approval in it. */
export const openThread = (
  client: CodexClient,
  request: Pick<SessionRequest, 'access' | 'model'>,
  resume: string | undefined,
  settings: CodexSettings,
  folder: string,
): CodexThread => {
  const { effort, sandbox, readSandbox, network } = settings
  const { access, model = settings.model } = request
  const options = {
    workingDirectory: folder,
    // The workspace's git folder is incomplete.
    skipGitRepoCheck: true,
    sandboxMode: access === 'read' ? readSandbox : sandbox,
    approvalPolicy: 'never',
    networkAccessEnabled: network,
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { modelReasoningEffort: effort }),
  }
  return resume === undefined ? client.startThread(options) : client.resumeThread(resume, options)
}
