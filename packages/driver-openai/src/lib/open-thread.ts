import type { SessionRequest } from '@amelia/core/plugin'
import type { CodexClient, CodexThread } from './codex-sdk.ts'
import type { CodexSettings } from './codex-settings.ts'

/** The thread that a session works in: a new one, or the one that it goes on with. It never asks anybody anything. */
export const openThread = (
  client: CodexClient,
  { access, resume }: Pick<SessionRequest, 'access' | 'resume'>,
  settings: CodexSettings,
  folder: string,
): CodexThread => {
  const { model, effort, sandbox, readSandbox, network } = settings
  const options = {
    workingDirectory: folder,
    // The workspace's own git folder is a skeleton.
    skipGitRepoCheck: true,
    sandboxMode: access === 'read' ? readSandbox : sandbox,
    approvalPolicy: 'never',
    networkAccessEnabled: network,
    ...(model === undefined ? {} : { model }),
    ...(effort === undefined ? {} : { modelReasoningEffort: effort }),
  }
  return resume === undefined ? client.startThread(options) : client.resumeThread(resume, options)
}
