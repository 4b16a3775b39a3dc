import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ContentBlock } from '@agentclientprotocol/sdk'
import { checkPlan } from '@amelia/core'
import { isPlanPath } from '@amelia/node'
import { planParsers } from '../../document/plan-parsers.ts'
import { resolvePlan } from '../mcp/resolve-plan.ts'

/** A prompt: its words, and the plan that it names or contains. */
export interface ReadPrompt {
  /** The words of the person. */
  text: string
  /** The path of a plan in the repository. */
  path?: string
  /** The text of a plan. */
  plan?: string
}

/**
 * Reads a prompt. A linked or attached file of the repository is the plan, else a path among the words, else
 * the attached or the written text if it has phases. Throws a usage error for a linked file outside of the
 * repository.
 */
export const readPrompt = async (repo: string, blocks: readonly ContentBlock[]): Promise<ReadPrompt> => {
  const text = blocks
    .map((block) => (block.type === 'text' ? (block as { text: string }).text : ''))
    .join('\n')
    .trim()
  for (const block of blocks) {
    const attached = attachedText(block)
    if (attached !== undefined && hasPhases(attached)) return { text, plan: attached }
    const uri = (block as { uri?: unknown }).uri
    if (block.type === 'resource_link' && typeof uri === 'string' && uri.startsWith('file:'))
      return { text, path: await resolvePlan(repo, fileURLToPath(uri)) }
  }
  for (const word of text.split(/\s+/)) {
    const path = word.replace(/^[@`'"(<]+|[`'")>.,:;!?]+$/g, '')
    if (isPlanPath(path) && (await isFile(resolve(repo, path))))
      return { text, path: await resolvePlan(repo, path) }
  }
  return hasPhases(text) ? { text, plan: text } : { text }
}

/** An editor attaches a file with its text, which may not be saved yet. */
const attachedText = (block: ContentBlock): string | undefined => {
  if (block.type !== 'resource') return undefined
  const { resource } = block as { resource: { text?: unknown } }
  return typeof resource.text === 'string' ? resource.text : undefined
}

/** Whether a text is a plan. A sentence is not, although a list of tasks is. */
const hasPhases = (text: string): boolean =>
  text.includes('\n') && checkPlan(text, { parsers: planParsers({}) }).ok

const isFile = async (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
