import { words } from '@amelia/core/view'
import { agentNames } from '../../setting/agent-names.ts'
import { exitCode } from '../../terminal/exit-code.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { inFlags } from '../../setting/flag/in-flags.ts'
import type { RunPlace } from '../../stored/run-place.ts'
import { wrapText } from '../../terminal/wrap-text.ts'
import { usageError } from '../../terminal/usage-error.ts'
import { checkAgents } from './check-agents.ts'
import { checkKept } from './check-kept.ts'
import { checkMachine } from './check-machine.ts'
import { checkPull } from './check-pull.ts'
import { checkRepository } from './check-repository.ts'
import type { DoctorOutput } from './doctor-output.ts'
import type { Finding } from './finding.ts'

/** Options of `amelia doctor`. */
export interface DoctorOptions extends RunPlace {
  /** The agents that have to be ready. */
  driver?: string[]
  json?: boolean
}

/** The agents that only a run can check, because they depend on its flags. */
const checkedLater: Record<string, Finding> = {
  api: { name: 'api', status: 'info', detail: 'not checked here: a run checks --base-url and --model' },
  acp: { name: 'acp', status: 'info', detail: 'not checked here: a run checks --agent' },
  command: { name: 'command', status: 'info', detail: 'not checked here: a run checks --agent' },
}

/** Checks everything that a run needs, one line each. The exit code is 1 if something needed is missing. */
export const doctorCommand = async (
  terminal: Terminal,
  { repo, database, driver = [], json }: DoctorOptions,
): Promise<number> => {
  const unknown = driver.find((name) => !agentNames.some((agent) => agent === name))
  if (unknown !== undefined)
    throw usageError(`Unknown driver "${unknown}".`, `Drivers: ${agentNames.join(', ')}.`)
  const findings = [
    ...(await checkMachine(repo)),
    ...(await checkRepository(repo)),
    ...(await checkPull(repo)),
    ...(await checkKept({ repo, database })),
    ...(await checkAgents(driver)),
    ...driver.flatMap((name) => checkedLater[name] ?? []),
  ]
  const ok = findings.every(({ status }) => status !== 'fail')
  const output: DoctorOutput = { version: 1, ok, checks: findings.map(toJson) }
  if (json) terminal.out(`${JSON.stringify(output)}\n`)
  else terminal.out(render(findings, terminal))
  return ok ? exitCode.completed : exitCode.failed
}

/** A public interface: fields are added, never renamed. */
const toJson = ({ name, status, detail, hint }: Finding): DoctorOutput['checks'][number] => ({
  name,
  status,
  detail: inFlags(detail),
  hint: hint === undefined ? null : inFlags(hint),
})

const tones = { ok: 'good', info: 'dim', warn: 'warn', fail: 'bad' } as const

const render = (findings: readonly Finding[], { paint, stdout, columns }: Terminal): string => {
  const width = Math.max(...findings.map(({ name }) => name.length))
  return findings
    .map(({ name, status, detail, hint }) => {
      const advice = hint === undefined ? '' : ` ${hint}`
      const left = 4 + 2 + width + 2
      const text = words.plainLabel(inFlags(detail + advice))
      // Elsewhere a finding stays on its line, so that a program can search it.
      const lines = stdout.isTTY ? wrapText(text, Math.max(20, columns - left)) : [text]
      const told = lines.join(`\n${' '.repeat(left)}`)
      return `${paint(status.padEnd(4), tones[status])}  ${name.padEnd(width)}  ${told}\n`
    })
    .join('')
}
