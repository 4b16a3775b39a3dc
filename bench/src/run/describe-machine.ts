import { execFileSync } from 'node:child_process'
import { cpus, release, totalmem, type } from 'node:os'

/** The machine and the programs that figures come from. */
export interface Machine {
  cpu: string
  cores: number
  memoryGb: number
  system: string
  node: string
  git: string
}

/** Describes this machine, without its name or any path. */
export const describeMachine = (): Machine => ({
  cpu: cpus()[0]?.model.trim() ?? 'unknown',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / 2 ** 30),
  system: `${type()} ${release().split('-')[0]}`,
  node: process.versions.node,
  git: execFileSync('git', ['--version'], { encoding: 'utf8' }).trim().replace('git version ', ''),
})
