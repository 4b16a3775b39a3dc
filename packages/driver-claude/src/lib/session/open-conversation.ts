import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { endMarkedProcesses } from '@amelia/agent-process'
import { driverError } from '@amelia/core/plugin'
import { findGap } from '../transcript/find-gap.ts'
import { findTranscript } from '../transcript/find-transcript.ts'
import { readCost, type StoredCost } from '../transcript/read-cost.ts'
import { type Entry, readEntries } from '../transcript/read-entries.ts'
import { readFormerFolders } from '../transcript/read-former-folders.ts'
import { readTodo } from '../transcript/read-todo.ts'
import { createTodoList, type TodoList } from '../tool/todo-list.ts'
import type { SessionRecord } from '../transcript/session-records.ts'
import type { ClaudeSession } from './claude-session.ts'

/** The conversation that a session begins or continues. */
export interface Conversation {
  sessionId: string
  /** The tools, model and output schema of its first request. */
  record: SessionRecord
  /** Folders that it worked in before. */
  formerFolders: string[]
  /** Its dollars so far; undefined if they are unknown. */
  cost: StoredCost | undefined
  /** The agent's todo list. */
  todo: TodoList
}

/** Names the conversation of a process. Two processes of one conversation lose each other's work. */
export const conversationMark = (sessionId: string): string => `AMELIA_CONVERSATION=${sessionId}`

/**
 * Opens a new conversation, or checks the one to resume: ends its remaining processes, and throws
 * `driverError('session_lost')` if its transcript is incomplete. The agent itself reports a missing one.
 */
export const openConversation = async (session: ClaudeSession): Promise<Conversation> => {
  const { request, records, home, folder } = session
  const { resume, sessionId = randomUUID() } = request
  if (resume === undefined)
    return {
      sessionId,
      record: firstRecord(session),
      formerFolders: [],
      cost: { times: 0, usd: 0 },
      todo: createTodoList(),
    }
  await endMarkedProcesses(conversationMark(resume))
  const record = (await records.read(resume)) ?? firstRecord(session)
  const entries = await readTranscriptEntries(home, resume)
  const gap = entries && findGap(entries, record.message)
  if (gap !== undefined)
    throw driverError('session_lost', {
      message: `Claude's session ${resume} cannot be resumed: ${gap}. It would continue without that part.`,
    })
  return {
    sessionId: resume,
    record,
    formerFolders: readFormerFolders(entries ?? [], folder),
    cost: entries && readCost(entries),
    todo: readTodo(entries ?? []),
  }
}

/** Reads the entries of a session's transcript; undefined if there is none. */
export const readTranscriptEntries = async (
  home: string,
  sessionId: string,
): Promise<Entry[] | undefined> => {
  const path = await findTranscript(home, sessionId)
  return path === undefined ? undefined : readEntries(await readFile(path, 'utf8').catch(() => ''))
}

const firstRecord = ({ request, settings }: ClaudeSession): SessionRecord => {
  const { access, model = settings.model, outputSchema } = request
  return {
    access,
    ...(model === undefined ? {} : { model }),
    ...(outputSchema === undefined ? {} : { outputSchema }),
  }
}
