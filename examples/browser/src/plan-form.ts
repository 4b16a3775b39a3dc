import { checkPlan, type Plan, type PlanCheck, type PlanIssue } from '@amelia/core'
import { phaseTable } from '@amelia/parser-phase-table'
import nightSky from '../../anywhere/plan.md?raw'
import bakery from '../plans/bakery.md?raw'
import stuck from '../plans/stuck.md?raw'
import { findElement } from './find-element.ts'
import { makeElement } from './make-element.ts'

/** Where a plan that was typed is, until it is run. */
const place = 'amelia-plan'

const examples: Record<string, string> = { 'night-sky': nightSky, bakery, stuck }

/** The text of the plan: picked, pasted, or from a file. `onPlan` hears each that can be read, and null of one that cannot. */
export const createPlanForm = (onPlan: (plan: Plan | null) => void) => {
  const box = findElement('plan', HTMLTextAreaElement)
  const pick = findElement('pick', HTMLSelectElement)
  const file = findElement('file', HTMLInputElement)
  const issues = findElement('issues', HTMLElement)

  const look = (): PlanCheck => {
    const check = checkPlan(box.value, { parsers: [phaseTable()] })
    issues.replaceChildren(...check.issues.map((issue) => makeIssue(box, issue)))
    onPlan(check.ok && check.plan ? check.plan : null)
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
    // The same file can be chosen again, after it was changed.
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
    /** What was typed before the page was loaded anew, or the first example. */
    draft: (): string => sessionStorage.getItem(place) ?? nightSky,
    /** Throws where the plan cannot be read: what is wrong is below it, with its lines. */
    read(): Plan {
      const { ok, plan } = look()
      if (ok && plan) return plan
      box.focus()
      throw new Error('The plan cannot be run as it is: what is wrong is below it.')
    },
  }
}

/** One finding. Choosing it goes to its line. */
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
