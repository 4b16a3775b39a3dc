import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { renderWorkers } from '../../view/render-workers.ts'
import type { WorkersOutput } from '../../stored/json/workers-output.ts'
import { loadEngine } from './load-engine.ts'

/** Options of `amelia cluster`. */
export interface WorkersOptions {
  database?: string | undefined
  json?: boolean
}

/** Lists the workers of a database. */
export const workersCommand = async (
  terminal: Terminal,
  { database, json }: WorkersOptions,
): Promise<number> => {
  if (database === undefined)
    throw usageError(
      'amelia cluster needs the database of the workers.',
      'Add --database URL, or set AMELIA_DATABASE.',
    )
  const { listWorkers } = await loadEngine()
  const workers = await listWorkers({ database })
  if (json === true) terminal.out(`${JSON.stringify(workers satisfies WorkersOutput)}\n`)
  else if (workers.length === 0) terminal.out('No workers. Start one with amelia cluster work.\n')
  else terminal.out(renderWorkers(workers, { columns: terminal.columns, paint: terminal.paint }))
  return exitCode.completed
}
