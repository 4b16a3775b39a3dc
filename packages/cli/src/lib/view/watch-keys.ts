import { emitKeypressEvents, type Key } from 'node:readline'

/** A phase that can be cancelled, at its running step if it has one. */
export interface Cancellable {
  phaseId: string
  stepId?: string
}

export interface KeyActions {
  /** Lists the running phases, in the order in which they are offered. */
  running(): Cancellable[]
  /** Cancels one of them. Throws if it has ended in the meantime. */
  cancel(what: Cancellable): void
  /** Handles Ctrl-C, which arrives as a key. */
  interrupt(): void
  /** Shows a question or a message instead of the hint; undefined restores the hint. */
  show(text: string | undefined): void
}

/** The keys of a live view. */
export interface KeyWatch {
  /** Leaves the keys to a question. */
  pause(): void
  resume(): void
  close(): void
}

type Keyboard = Pick<NodeJS.ReadStream, 'on' | 'off' | 'setRawMode' | 'resume' | 'pause'>

/**
 * Watches the keys of a live view: `c` offers to cancel a running step or phase, `c` again offers the next
 * one, `y` confirms, and every other key keeps it.
 */
export const watchKeys = (
  stdin: Keyboard,
  { running, cancel, interrupt, show }: KeyActions,
  suspend: () => void = () => process.kill(process.pid, 'SIGTSTP'),
): KeyWatch => {
  let offered: Cancellable | undefined
  let isOpen = false

  const offer = (): void => {
    const all = running()
    const last = all.findIndex(({ phaseId }) => phaseId === offered?.phaseId)
    offered = all[(last + 1) % Math.max(all.length, 1)]
    show(offered ? question(offered, all.length > 1) : 'Nothing is running that could be cancelled.')
  }
  const confirm = (what: Cancellable): void => {
    offered = undefined
    try {
      cancel(what)
      show(undefined)
    } catch (error) {
      show(error instanceof Error ? error.message : String(error))
    }
  }
  const onKey = (text: string | undefined, key: Key): void => {
    const name = (text ?? '').toLowerCase()
    if (key.ctrl === true && key.name === 'c') interrupt()
    else if (key.ctrl === true && key.name === 'z') {
      pause()
      process.once('SIGCONT', resume)
      suspend()
    } else if (name === 'c') offer()
    else if (name === 'y' && offered) confirm(offered)
    else {
      offered = undefined
      show(undefined)
    }
  }
  const pause = (): void => {
    if (!isOpen) return
    isOpen = false
    offered = undefined
    show(undefined)
    stdin.off('keypress', onKey)
    stdin.setRawMode(false)
    stdin.pause()
  }
  const resume = (): void => {
    if (isOpen) return
    isOpen = true
    emitKeypressEvents(stdin as NodeJS.ReadStream)
    stdin.setRawMode(true)
    stdin.on('keypress', onKey)
    stdin.resume()
  }
  resume()
  return {
    pause,
    resume,
    close() {
      pause()
      process.off('SIGCONT', resume)
    },
  }
}

const question = ({ phaseId, stepId }: Cancellable, more: boolean): string =>
  `Cancel ${stepId === undefined ? '' : `step ${stepId} of `}phase ${phaseId}? y: yes, ${more ? 'c: another, ' : ''}any other key: no`
