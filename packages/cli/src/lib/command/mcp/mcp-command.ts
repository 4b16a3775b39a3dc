import { once } from 'node:events'
import { createHandler } from '@amelia/http'
import { createClient } from '@amelia/http/client'
import { McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import manifest from '../../../../package.json' with { type: 'json' }
import { checkFolder } from '../../stored/check-folder.ts'
import { commonFolder } from '../../stored/common-folder.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { checkRunFlags, type Execute } from '../detach/check-run-flags.ts'
import { addControlTools } from './add-control-tools.ts'
import { addReadTools } from './add-read-tools.ts'
import type { McpContext } from './mcp-context.ts'
import { openHost } from '../../stored/open-host.ts'
import type { RunPlace } from '../../stored/run-place.ts'

/** Options of `amelia mcp`. */
export interface McpOptions extends RunPlace {
  allowStart?: boolean
  allowAnswer?: boolean
}

const instructions = `Amelia runs development plans with coding agents, and commits each verified phase.
Check a plan, start it, then call watch with the last seq until the run has ended. A run that waits has open
questions, which a person has to answer: show them to the user with their choices, and wait.`

/** Serves the runs of a repository over MCP until stdin ends. Stdout carries only the protocol. */
export const mcpCommand = async (
  terminal: Terminal,
  runFlags: readonly string[],
  { repo, database, allowStart = false, allowAnswer = false }: McpOptions,
  execute: Execute,
): Promise<number> => {
  if (runFlags.length > 0 && !allowStart)
    throw usageError('Flags of amelia run need --allow-start.', 'Usage: amelia mcp --help')
  await checkFolder(repo)
  if (database === undefined) await commonFolder(repo)
  if (allowStart) {
    const settings = await checkRunFlags(execute, terminal, repo, runFlags)
    if (settings === undefined) return exitCode.usage
    if (settings['trust']?.value == null)
      throw usageError(
        'The runs that clients start need a trust level.',
        'Add it after --, such as: amelia mcp --allow-start -- --trust standard',
      )
  }
  const host = await openHost({ repo, database })
  const report = (error: unknown): void => terminal.error(`${String(error)}\n`)
  // The process that started this one may already read the repository.
  const handler = createHandler({ host, authenticate: () => ({ access: 'operate' }), onError: report })
  const client = createClient({
    baseUrl: 'http://localhost',
    fetch: (url, init) => handler(new Request(url, init)),
  })
  const context: McpContext = { client, host, repo, database, runFlags, allowStart, allowAnswer }
  // Not every kind of stdin closes at its end, for example /dev/null.
  const ended = Promise.race([once(process.stdin, 'end'), once(process.stdin, 'close')])
  const connection = serveStdio(
    () => {
      const server = new McpServer({ name: 'amelia', version: manifest.version }, { instructions })
      addReadTools(server, context)
      addControlTools(server, context)
      return server
    },
    { onerror: report },
  )
  await ended
  await connection.close()
  return exitCode.completed
}
