import { words } from '@amelia/core/view'
import { fitText, padText, widestOf } from '../terminal/fit-text.ts'
import { readKeys } from '../terminal/read-keys.ts'
import type { Terminal } from '../terminal/terminal.ts'

/** An agent that is ready to work. */
interface ReadyAgent {
  name: string
  detail: string
}

/** At most this many agents have a digit each. */
const mostAgents = 9

/**
 * Asks which agent works on a plan; Enter chooses the first. Undefined if the person chooses none, with
 * Escape, `n`, Ctrl-C or Ctrl-D.
 */
export const askAgent = async (
  terminal: Pick<Terminal, 'screen' | 'stdin' | 'columns'>,
  phases: readonly string[],
  agents: readonly [ReadyAgent, ...ReadyAgent[]],
): Promise<string | undefined> => {
  const { screen, columns } = terminal
  const offered = agents.slice(0, mostAgents)
  const width = widestOf(offered.map(({ name }) => name))
  const which =
    phases.length === 1 ? `Phase ${words.plainLabel(phases[0] ?? '')} needs` : `${phases.length} phases need`
  const lines = offered.map(({ name, detail }, index) =>
    fitText(`  ${index + 1}  ${padText(name, width)}  ${words.plainLabel(detail)}`, columns),
  )
  const digits = offered.length === 1 ? '1' : `1-${offered.length}`
  const choosing = readKeys(terminal).readKey((key) => {
    if (key === 'n' || key === 'escape') return { name: undefined }
    const name =
      key === 'enter' ? agents[0].name : /^[1-9]$/.test(key) ? offered[Number(key) - 1]?.name : undefined
    return name === undefined ? undefined : { name }
  })
  screen.write(
    `${which} an agent. These are ready:\n${lines.join('\n')}\nWhich one works? [${digits}, Enter: 1, n: none] `,
  )
  const name = (await choosing)?.name
  screen.write(`${name ?? 'none'}\n`)
  return name
}
