import { checkPlan, type Plan, type PlanCheck, type PlanIssue } from '@amelia/core'
import { phaseTable } from '@amelia/parser-phase-table'
import bakery from '../plans/bakery.md?raw'
import nightSky from '../plans/night-sky.md?raw'
import stuck from '../plans/stuck.md?raw'
import { findElement } from './find-element.ts'
import { makeElement } from './make-element.ts'

/** Stores the text of a plan until it is run. */
const place = 'amelia-plan'

const examples: Record<string, string> = { 'night-sky': nightSky, bakery, stuck }

/**
 * The text of the plan: chosen, pasted, or from a file. `onPlan` receives the check of each text.
 */
export const createPlanForm = (onPlan: (check: PlanCheck) => void) => {
  const box = findElement('plan', HTMLTextAreaElement)
  const pick = findElement('pick', HTMLSelectElement)
  const file = findElement('file', HTMLInputElement)
  const issues = findElement('issues', HTMLElement)

  const look = (): PlanCheck => {
    const check = checkPlan(box.value, { parsers: [phaseTable()] })
    issues.replaceChildren(...check.issues.map((issue) => makeIssue(box, issue)))
    onPlan(check)
    return check
  }
  const put = (text: string): void => {
    box.value = text
    look()
    sessionStorage.setItem(place, text)
  }

  box.oninput = () => {
    pick.value = 'own'
    put(box.value)
  }
  pick.onchange = () => {
    const text = examples[pick.value]
    if (text !== undefined) put(text)
    else box.focus()
  }
  file.onchange = () => {
    const [chosen] = file.files ?? []
    // Allows choosing the same file again after a change.
    const done = chosen?.text().then((text) => {
      pick.value = 'own'
      put(text)
    })
    void done?.finally(() => (file.value = ''))
  }

  return {
    set open(value: boolean) {
      box.readOnly = !value
      pick.disabled = !value
      file.disabled = !value
    },
    show(text: string): void {
      const known = Object.entries(examples).find(([, example]) => example === text)
      pick.value = known?.[0] ?? 'own'
      box.value = text
      look()
    },
    /** The text from before a reload, or the first example. */
    draft: (): string => sessionStorage.getItem(place) ?? nightSky,
    /** Throws if the plan cannot be read: its problems are listed below it, with their lines. */
    read(): Plan {
      const { ok, plan } = look()
      if (ok && plan) return plan
      box.focus()
      throw new Error('The plan cannot be run: see the problems below it.')
    },
  }
}

/** One issue. Clicking it moves to its line. */
const makeIssue = (box: HTMLTextAreaElement, { severity, line, message }: PlanIssue): HTMLElement => {
  const item = makeElement('li', '', severity)
  const button = makeElement('button', `Line ${line}`, 'link')
  button.type = 'button'
  button.onclick = () => {
    const lines = box.value.split('\n')
    const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
    box.focus()
    box.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0))
    const height = Number.parseFloat(getComputedStyle(box).lineHeight)
    box.scrollTop = Math.max(0, (line - 3) * height)
  }
  item.append(button, makeElement('span', message))
  return item
}
